#pragma once

#include <microhttpd.h>

#include "hooks.h"

/// The libmicrohttpd versions whose private functions the hooks know: 0.9.75 to 1.0.1.
#if !defined(UNDERSTUDY_WITHOUT_HOOKS) && MHD_VERSION >= 0x00097500 && MHD_VERSION <= 0x01000100
#define WIRE_HOOKS 1
#else
#define WIRE_HOOKS 0
#endif
