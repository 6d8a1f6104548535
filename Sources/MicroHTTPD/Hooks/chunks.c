// A part of the hook for received bytes; see received.c.
#include "chunks.h"

#include <string.h>

static int hex_value(char byte) {
    if (byte >= '0' && byte <= '9') return byte - '0';
    byte |= 0x20;
    return byte >= 'a' && byte <= 'f' ? byte - 'a' + 10 : -1;
}

/// The line with a chunk's size has ended.
static void begin_chunk(struct wire_chunks *self) {
    self->left = self->size;
    self->announced = self->size > UINT64_MAX - self->announced ? UINT64_MAX : self->announced + self->size;
    self->state = self->size == 0 ? WIRE_CHUNKS_TRAILER : WIRE_CHUNKS_DATA;
}

/// Whether a CR is in this part of an extension, or right before it, that is not of the line end. Others may take it for one.
static bool has_bare_cr(struct wire_chunks *self, const char *part, size_t size) {
    if (size == 0) return false;
    if (self->has_cr) return true;
    const char *cr = memchr(part, '\r', size);
    self->has_cr = cr == part + size - 1;
    return cr != NULL && !self->has_cr;
}

/// Takes a chunk extension, or what has come of it, out of received bytes. The line end behind it stays, without its CR. A malformed one
/// stays, and makes its size malformed.
/// @param index where it begins.
/// @param digits where its size begins, which then gets leading zeros; null if the size, or a part of it, came earlier. What follows the
///     extension then moves, and there are fewer bytes.
/// @return where it ends.
static size_t take_extension_out(struct wire_chunks *self, char *bytes, size_t *count, size_t index, char *digits) {
    char *extension = bytes + index;
    const char *end = memchr(extension, '\n', *count - index);
    size_t size = end == NULL ? *count - index : (size_t) (end - extension);
    if (has_bare_cr(self, extension, size)) {
        *extension = '?';
        self->state = WIRE_CHUNKS_LOST;
        return index;
    }
    self->left += size;
    if (end != NULL) self->state = WIRE_CHUNKS_SIZE_END;
    if (digits != NULL) {
        memmove(digits + size, digits, (size_t) (extension - digits));
        memset(digits, '0', size);
        return index + size;
    }
    *count -= size;
    memmove(extension, extension + size, *count - index);
    return index;
}

size_t wire_follow_chunks(struct wire_chunks *self, char *bytes, size_t *count) {
    size_t index = 0;
    char *digits = NULL;
    while (index < *count && wire_is_in_chunks(self)) {
        char byte = bytes[index];
        switch (self->state) {
        case WIRE_CHUNKS_SIZE: {
            int digit = hex_value(byte);
            if (digit >= 0) {
                if (!self->has_digit) digits = bytes + index;
                if (self->size >> 60 != 0) self->announced = self->size = UINT64_MAX;
                else self->size = self->size * 16 + (uint64_t) digit;
                self->has_digit = true;
                index++;
            } else if (!self->has_digit) {
                self->state = WIRE_CHUNKS_LOST;
            } else if (byte == ';' || is_blank(byte)) {
                self->left = 0;
                self->has_cr = false;
                self->state = WIRE_CHUNKS_EXTENSION;
            } else if (byte == '\r' || byte == '\n') {
                if (byte == '\r') index++;
                self->state = WIRE_CHUNKS_SIZE_END;
            } else {
                self->state = WIRE_CHUNKS_LOST;
            }
            break;
        }
        case WIRE_CHUNKS_EXTENSION: index = take_extension_out(self, bytes, count, index, digits); break;
        case WIRE_CHUNKS_SIZE_END:
            index++;
            if (byte == '\n') begin_chunk(self);
            else self->state = WIRE_CHUNKS_LOST;
            break;
        case WIRE_CHUNKS_DATA: {
            size_t step = self->left < *count - index ? (size_t) self->left : *count - index;
            index += step;
            self->left -= step;
            if (self->left == 0) self->state = WIRE_CHUNKS_DATA_END;
            break;
        }
        case WIRE_CHUNKS_DATA_END:
            index++;
            if (byte == '\n') {
                self->size = 0;
                self->has_digit = false;
                self->state = WIRE_CHUNKS_SIZE;
            } else if (byte != '\r') {
                self->state = WIRE_CHUNKS_LOST;
            }
            break;
        case WIRE_CHUNKS_TRAILER:
            // 0.9.75 takes a line that begins with a NUL for the empty one. A line without a colon is malformed for all versions.
            if (byte == 0 && self->left == 0) bytes[index] = '?';
            index++;
            if (byte == '\n') {
                if (self->left == 0) self->state = WIRE_CHUNKS_OFF;
                self->left = 0;
            } else if (byte != '\r') {
                self->left++;
            }
            break;
        }
    }
    return index;
}

enum wire_chunk_excess wire_excess_of(const struct wire_chunks *self, size_t longest_extension) {
    if (self->announced > self->limit) return WIRE_EXCESS_BODY;
    return self->state == WIRE_CHUNKS_EXTENSION && self->left > longest_extension ? WIRE_EXCESS_EXTENSION : WIRE_EXCESS_NONE;
}
