// The hooks: what MicroHTTPD uses of libmicrohttpd beyond its public API. Each is a .c file of this folder, which says what it provides,
// for which versions, and what is lost without it. Nothing else may depend on a hook: ask the function that says whether it works.
// All are off when UNDERSTUDY_WITHOUT_HOOKS is defined. See docs/decisions/0050-hooks.md.
#pragma once

#include <stdbool.h>
#include <stddef.h>

// MARK: heads.c

/// Whether the library takes the rest of the status line and the header fields from `wire_set_head_block`. The first call finds out with a
/// test request. Any thread.
bool wire_hooks_heads(void);

/// Uses these bytes as reason phrase and header fields of the next head that this thread writes; none for a null pointer. They must stay
/// valid until then.
void wire_set_head_block(const char *bytes, size_t count);

/// The length of those bytes while the thread has not written that head; 0 for none.
size_t wire_head_block_size(void);

/// From now on the library's error pages are suppressed on this thread, which must be one of the library's: `refused` is called in place of
/// each, and the library closes the connection. `refused` returns whether the library is stopping the thread's daemon.
void wire_refuse_pages(bool (*refused)(void *context), void *context);

// MARK: memory.c

/// Whether we manage the memory of connections: header fields then do not count for the limit of the head beyond their bytes. Known after a
/// daemon has been started or another library function has been called.
bool wire_hooks_memory(void);
