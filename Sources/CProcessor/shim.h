// What the processor can be told and Swift has no word for.
#ifndef UNDERSTUDY_CPROCESSOR_SHIM_H
#define UNDERSTUDY_CPROCESSOR_SHIM_H

/// Asks for the line of memory at an address, and waits for nothing. Any address will do.
static inline void processor_prefetch(const void *address) { __builtin_prefetch(address); }

#endif
