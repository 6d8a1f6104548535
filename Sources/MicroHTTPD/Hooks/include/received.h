// The hook that sees the bytes of a connection as they come in; see received.c.
#pragma once

#include <stdbool.h>
#include <stddef.h>

/// What a connection begins with when it does not begin with a request.
enum wire_preface {
    WIRE_PREFACE_NONE,
    /// A TLS handshake.
    WIRE_PREFACE_TLS,
    /// HTTP/2 with prior knowledge.
    WIRE_PREFACE_HTTP2,
};

/// Whether this build has the hook.
bool wire_hooks_received(void);

/// From now on the hook looks at what comes in on the descriptor. On the thread that reads from it, before it does.
void wire_receives(int descriptor);

/// Before the descriptor is closed, on the thread that reads from it.
void wire_receives_no_more(int descriptor);

/// Found by the first bytes. The library sees the end of the connection in place of them. Any time until `wire_receives_no_more`.
enum wire_preface wire_preface(int descriptor);

/// A request's head has been taken: a body follows that has chunks, so many bytes, or none at all.
/// @param head_bytes of the head, empty lines before it included.
/// @param body where the library keeps what has come in behind the head.
/// @param length of a body without chunks.
void wire_head_taken(int descriptor, size_t head_bytes, bool has_chunks, size_t length, void *body);
