// The chunks of a request's body, for the hook for received bytes; see received.c.
#pragma once

#include "received.h"

/// Which part of a chunked body the next byte is of.
enum wire_chunk_state {
    WIRE_CHUNKS_OFF,
    WIRE_CHUNKS_SIZE,
    WIRE_CHUNKS_EXTENSION,
    /// The line end behind a size, or its LF.
    WIRE_CHUNKS_SIZE_END,
    WIRE_CHUNKS_DATA,
    WIRE_CHUNKS_DATA_END,
    WIRE_CHUNKS_TRAILER,
    /// The body's framing is not understood, so it is not known where anything else on this connection begins.
    WIRE_CHUNKS_LOST,
};

struct wire_chunks {
    /// The size of the current chunk, and how much of it is left. In an extension: its length so far; in trailers: that of the line.
    uint64_t size, left;
    /// The sum of the chunks' sizes so far, and the most that it may be.
    uint64_t announced, limit;
    unsigned char state;
    bool has_digit;
    /// Whether the extension so far ends in a CR.
    bool has_cr;
};

static inline bool is_blank(char byte) { return byte == ' ' || byte == '\t'; }

/// Whether the next byte is known to belong to a chunked body.
static inline bool wire_is_in_chunks(const struct wire_chunks *self) {
    return self->state != WIRE_CHUNKS_OFF && self->state != WIRE_CHUNKS_LOST;
}

/// Follows chunks through received bytes, and takes their extensions out. The library refuses malformed ones.
/// @param count is reduced by what is taken out of a line that began earlier.
/// @return how many of the bytes that are left belong to the body.
size_t wire_follow_chunks(struct wire_chunks *self, char *bytes, size_t *count);

/// @param longest_extension of those that have not come completely. A complete one needs no memory.
enum wire_chunk_excess wire_excess_of(const struct wire_chunks *self, size_t longest_extension);
