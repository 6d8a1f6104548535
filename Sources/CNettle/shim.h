#include <nettle/hmac.h>
#include <nettle/nettle-meta.h>
