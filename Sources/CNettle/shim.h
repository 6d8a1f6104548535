#include <nettle/nettle-meta.h>
