// The hook for received bytes; see received.c.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// What a connection begins with if not with an HTTP/1 request.
enum wire_preface {
    WIRE_PREFACE_NONE,
    /// A TLS handshake.
    WIRE_PREFACE_TLS,
    /// HTTP/2 with prior knowledge.
    WIRE_PREFACE_HTTP2,
};

/// What the chunks of a body have too much of.
enum wire_chunk_excess {
    WIRE_EXCESS_NONE,
    /// They announce more bytes than the body may have.
    WIRE_EXCESS_BODY,
    /// An extension is longer than a request line may be.
    WIRE_EXCESS_EXTENSION,
};

/// What the current head has too much of for the library's memory.
enum wire_head_excess {
    WIRE_HEAD_FITS,
    /// It is longer than a request line may be.
    WIRE_HEAD_TOO_LONG,
    /// It has too many query items, header fields and cookies.
    WIRE_HEAD_TOO_MANY_ITEMS,
};

/// Whether this build has the hook.
bool wire_hooks_received(void);

/// From now on the hook looks at what the descriptor receives. Call it before the first read, on the thread that reads.
/// @param longest_line of a request, in bytes, with the empty lines before it. In place of a longer one, of one that begins with a NUL,
///     of a chunk extension that is longer than that, and of a head that does not fit, the library gets the end of the connection.
/// @param memory of the connection in which a head must fit with the library's notes of its items; 0 when the notes have their own.
void wire_receives(int descriptor, size_t longest_line, size_t memory);

/// Call it before the descriptor is closed, on the thread that reads.
void wire_receives_no_more(int descriptor);

/// Any thread, while the descriptor is open: the bytes that the library has read from it; -1 when unknown.
int64_t wire_received(int descriptor);

/// Any thread, while the descriptor is open: whether more than line ends has come behind the last request.
bool wire_has_begun(int descriptor);

/// What the first bytes are. For TLS and HTTP/2 the library gets the end of the connection in place of them. Call it before
/// `wire_receives_no_more`.
enum wire_preface wire_preface(int descriptor);

/// The head of a request has been read. A chunked body follows, or one of a known length, or none.
/// @param head_bytes length of the head, including empty lines before it.
/// @param body where the library keeps what was received behind the head.
/// @param length of a body without chunks.
void wire_head_taken(int descriptor, size_t head_bytes, bool has_chunks, size_t length, void *body);

/// Whether the end of the current chunked body has not been received. Call it on the thread that reads.
bool wire_awaits_chunks(int descriptor);

/// The current chunked body must not announce more bytes than these. When it does, the library gets the end of the connection. Call it on
/// the thread that reads, when the head has been read.
void wire_limit_chunks(int descriptor, uint64_t bytes);

/// What the current chunked body has too much of. In place of that the library gets the end of the connection, at the latest with the next
/// byte. Call it on the thread that reads.
enum wire_chunk_excess wire_chunk_excess(int descriptor);

/// What the head behind the last request has too much of. In place of more of it the library has got the end of the connection. Call it on
/// the thread that reads.
enum wire_head_excess wire_head_excess(int descriptor);

/// Whether the last request line is of another major version of HTTP than 1. Call it on the thread that reads.
bool wire_has_other_version(int descriptor);

/// The length of the request line behind the last request whose head has been read, with its end and the empty lines before it; 0 while it
/// has not ended, and when unknown. Call it on the thread that reads.
size_t wire_line_size(int descriptor);

/// The first bytes behind the last request whose head has been read, the first of them at the lowest address: as many of eight as have
/// come, and then zeros. Call it on the thread that reads.
uint64_t wire_beginning(int descriptor);
