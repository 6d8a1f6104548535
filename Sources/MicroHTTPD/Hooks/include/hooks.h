// The hooks: what MicroHTTPD uses of libmicrohttpd beyond its public API. Each is a .c file of this folder, which says what it provides,
// for which versions, and what is lost without it. Nothing else may depend on a hook: ask the function that says whether it works.
// All are off when UNDERSTUDY_WITHOUT_HOOKS is defined. See docs/decisions/0050-hooks.md.
#pragma once

#include <stdbool.h>
#include <stddef.h>

// MARK: heads.c

/// Whether the library takes the status line's end and the header fields from `wire_set_head_block`. Found out by a request at the
/// first call. Any thread.
bool wire_hooks_heads(void);

/// Gives these bytes to the head that is written next on this thread, as reason phrase and header fields; none for a null pointer.
/// They must stay there until then.
void wire_set_head_block(const char *bytes, size_t count);

/// From now on the library's own error pages are refused on this thread, which is one of its own: `refused` is called in place of each,
/// and the library closes the connection. It returns whether the library is stopping the thread's daemon.
void wire_refuse_pages(bool (*refused)(void *context), void *context);

// MARK: memory.c

/// Whether the memory of connections is ours: header fields then cost nothing of what bounds the head. Known once a daemon has been
/// started, or the library has been asked for anything.
bool wire_hooks_memory(void);
