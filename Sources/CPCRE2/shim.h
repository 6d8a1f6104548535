// PCRE2 asks for its code unit width before it is included.
#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>
