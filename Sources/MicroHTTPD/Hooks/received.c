// Hook: received bytes.
//
// Provides   a client that speaks TLS or HTTP/2 to a port of plain HTTP/1.1 is recognized by its first bytes, gets no response, and is
//            logged at once. Also two things that RFC 9112 allows and libmicrohttpd 0.9.75 refuses: blanks before the `;` of a chunk
//            extension, and a tab behind `Transfer-Encoding: chunked`. Their bytes are changed in place to an equivalent form that it
//            understands; the length stays. And it is known whether the end of a chunked body has been received, so that reading can be
//            paused before it. A request line that is longer than a head may be ends the connection at once. On a Unix socket, which has
//            no count of its own, received bytes are counted. One byte of a request is told from an empty line.
// How        The library receives by `recv` of libc. A definition in the program takes precedence over libc's, for the archive and for
//            the shared library. This one calls `recvfrom`, which does the same. It looks only at registered descriptors.
// Versions   0.9.75 to 1.0.1 (versions.h). 1.0 understands a blank behind `chunked` by itself; 1.0.1 refuses all chunk extensions. When a
//            request line fills its memory, 1.0.1 gives up, but closes the connection only at the next event, which may never come.
// Without    TLS and HTTP/2 are malformed requests: 400 or 505, or 408 after the time-out for heads. With 0.9.75 `5 ;ext` is a 400, and
//            `chunked` with a tab behind it a 501. Reading a chunked body is paused only while unread bytes are there. The library itself
//            responds to a line that is too long, the bytes of a Unix socket are unknown, and one or two bytes count as an empty line.
#include "received.h"

#include "versions.h"

#if WIRE_HOOKS

#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <sys/types.h>

enum chunk_state { OFF, SIZE, EXTENSION, DATA, DATA_END, TRAILER };

/// The state of one descriptor. Between `wire_receives` and `wire_receives_no_more` it belongs to the thread that reads.
struct receiver {
    bool is_on;
    unsigned char preface;
    unsigned char chunks;
    bool has_digit;
    /// Whether a line of the current head has ended, or may have.
    bool has_line;
    /// Whether more than line ends has come behind the last request, as far as that is known. Any thread may read it.
    bool has_begun;
    /// The most bytes of a request line.
    size_t longest_line;
    /// Received bytes, which any thread may read, and those of them in complete requests.
    uint64_t received, taken;
    /// The size of the current chunk, and how much of it is left. In trailers: the length of the line so far.
    uint64_t size, left;
};

enum { DESCRIPTORS = 1 << 16 };
static struct receiver receivers[DESCRIPTORS];

static struct receiver *receiver(int descriptor) {
    if (descriptor < 0 || descriptor >= DESCRIPTORS) return NULL;
    return __atomic_load_n(&receivers[descriptor].is_on, __ATOMIC_RELAXED) ? &receivers[descriptor] : NULL;
}

static bool is_blank(char byte) { return byte == ' ' || byte == '\t'; }

static int hex_value(char byte) {
    if (byte >= '0' && byte <= '9') return byte - '0';
    byte |= 0x20;
    return byte >= 'a' && byte <= 'f' ? byte - 'a' + 10 : -1;
}

/// Follows chunks through received bytes, and turns the first blank behind a size into a `;`. The library refuses malformed ones.
/// @return how many of the bytes belong to the body.
static size_t follow_chunks(struct receiver *self, char *bytes, size_t count) {
    size_t index = 0;
    while (index < count && self->chunks != OFF) {
        char byte = bytes[index];
        switch (self->chunks) {
        case SIZE: {
            int digit = hex_value(byte);
            index++;
            if (digit >= 0 && self->size >> 59 == 0) {
                self->size = self->size * 16 + (uint64_t) digit;
                self->has_digit = true;
            } else if (is_blank(byte) && self->has_digit) {
                bytes[index - 1] = ';';
                self->chunks = EXTENSION;
            } else if (byte == ';') {
                self->chunks = EXTENSION;
            } else if (byte == '\n' && self->has_digit) {
                self->left = self->size;
                self->chunks = self->size == 0 ? TRAILER : DATA;
            } else if (byte != '\r') {
                self->chunks = OFF;
            }
            break;
        }
        case EXTENSION: {
            const char *end = memchr(bytes + index, '\n', count - index);
            index = end == NULL ? count : (size_t) (end - bytes) + 1;
            if (end != NULL) {
                self->left = self->size;
                self->chunks = self->size == 0 ? TRAILER : DATA;
            }
            break;
        }
        case DATA: {
            size_t step = self->left < count - index ? (size_t) self->left : count - index;
            index += step;
            self->left -= step;
            if (self->left == 0) self->chunks = DATA_END;
            break;
        }
        case DATA_END:
            index++;
            if (byte == '\n') {
                self->size = 0;
                self->has_digit = false;
                self->chunks = SIZE;
            } else if (byte != '\r') {
                self->chunks = OFF;
            }
            break;
        case TRAILER:
            index++;
            if (byte == '\n') {
                if (self->left == 0) self->chunks = OFF;
                self->left = 0;
            } else if (byte != '\r') {
                self->left++;
            }
            break;
        }
    }
    return index;
}

/// Length of the head with its empty line, or `count` when it is incomplete.
static size_t head_size(const char *bytes, size_t count) {
    const char *end = bytes + count;
    for (const char *line = bytes; (line = memchr(line, '\n', (size_t) (end - line))) != NULL;) {
        line++;
        if (line < end && (*line == '\n' || (*line == '\r' && line + 1 < end && line[1] == '\n'))) return (size_t) (line - bytes);
    }
    return count;
}

/// Moves blanks with a tab from behind `chunked` to before it, where the library skips them.
static void move_tabs(char *bytes, size_t count) {
    static const char name[] = "\nTransfer-Encoding:", value[] = "chunked";
    size_t size = head_size(bytes, count);
    for (char *tab = bytes; (tab = memchr(tab, '\t', size - (size_t) (tab - bytes))) != NULL; tab++) {
        char *end = tab;
        while (end < bytes + size && is_blank(*end)) end++;
        char *start = tab;
        while (start > bytes && is_blank(start[-1])) start--;
        bool ends_line = end < bytes + size && (*end == '\r' || *end == '\n');
        if (ends_line && start - bytes > (ptrdiff_t) (sizeof name + sizeof value)
            && strncasecmp(start - (sizeof value - 1), value, sizeof value - 1) == 0) {
            char *text = start - (sizeof value - 1), *colon = text;
            while (colon > bytes && is_blank(colon[-1])) colon--;
            if (colon - bytes >= (ptrdiff_t) (sizeof name - 1) && strncasecmp(colon - (sizeof name - 1), name, sizeof name - 1) == 0) {
                memmove(end - (sizeof value - 1), text, sizeof value - 1);
                memset(text, ' ', (size_t) (end - text) - (sizeof value - 1));
            }
        }
        tab = end - 1;
    }
}

/// Looks at received bytes behind the last request.
/// @return whether the request line is not too long.
static bool follow_line(struct receiver *self, const char *bytes, size_t count) {
    if (self->has_line) return true;
    if (!self->has_begun) {
        for (size_t index = 0; index < count; index++) {
            if (bytes[index] == '\r' || bytes[index] == '\n') continue;
            __atomic_store_n(&self->has_begun, true, __ATOMIC_RELAXED);
            break;
        }
    }
    if (self->received - self->taken == count) {
        // Empty lines may precede a request line (RFC 9112, 2.2).
        while (count > 0 && (*bytes == '\r' || *bytes == '\n')) bytes++, count--;
    }
    self->has_line = memchr(bytes, '\n', count) != NULL;
    return self->has_line || self->received - self->taken <= self->longest_line;
}

/// @return whether the library may see the bytes.
static bool look(struct receiver *self, char *bytes, size_t count) {
    uint64_t before = self->received;
    __atomic_store_n(&self->received, before + count, __ATOMIC_RELAXED);
    if (before == 0) {
        if (bytes[0] == 0x16 && (count == 1 || bytes[1] == 3)) self->preface = WIRE_PREFACE_TLS;
        if (count >= 5 && memcmp(bytes, "PRI *", 5) == 0) self->preface = WIRE_PREFACE_HTTP2;
    }
    if (self->preface != WIRE_PREFACE_NONE) return false;
    if (self->chunks != OFF) {
        self->taken += follow_chunks(self, bytes, count);
    } else if (before >= self->taken && memchr(bytes, '\t', count) != NULL) {
        move_tabs(bytes, count);
    }
    if (self->taken >= self->received) return true;
    uint64_t behind = self->received - self->taken;
    size_t fresh = behind < count ? (size_t) behind : count;
    return follow_line(self, bytes + count - fresh, fresh);
}

ssize_t recv(int descriptor, void *bytes, size_t size, int flags) {
    ssize_t count = recvfrom(descriptor, bytes, size, flags, NULL, NULL);
    if (count <= 0 || (flags & MSG_PEEK) != 0) return count;
    struct receiver *self = receiver(descriptor);
    return self == NULL || look(self, bytes, (size_t) count) ? count : 0;
}

bool wire_hooks_received(void) { return true; }

void wire_receives(int descriptor, size_t longest_line) {
    if (descriptor < 0 || descriptor >= DESCRIPTORS) return;
    struct receiver *self = &receivers[descriptor];
    // The worker that had a connection with this descriptor before has written its last here: see `wire_receives_no_more`.
    (void) __atomic_load_n(&self->is_on, __ATOMIC_ACQUIRE);
    self->preface = WIRE_PREFACE_NONE;
    self->chunks = OFF;
    self->has_line = false;
    __atomic_store_n(&self->has_begun, false, __ATOMIC_RELAXED);
    self->longest_line = longest_line;
    self->taken = 0;
    __atomic_store_n(&self->received, 0, __ATOMIC_RELAXED);
    __atomic_store_n(&self->is_on, true, __ATOMIC_RELAXED);
}

void wire_receives_no_more(int descriptor) {
    // Release: the next connection with this descriptor may be another worker's.
    if (descriptor >= 0 && descriptor < DESCRIPTORS) __atomic_store_n(&receivers[descriptor].is_on, false, __ATOMIC_RELEASE);
}

int64_t wire_received(int descriptor) {
    struct receiver *self = receiver(descriptor);
    return self == NULL ? -1 : (int64_t) __atomic_load_n(&self->received, __ATOMIC_RELAXED);
}

bool wire_has_begun(int descriptor) {
    struct receiver *self = receiver(descriptor);
    return self != NULL && __atomic_load_n(&self->has_begun, __ATOMIC_RELAXED);
}

enum wire_preface wire_preface(int descriptor) {
    struct receiver *self = receiver(descriptor);
    return self == NULL ? WIRE_PREFACE_NONE : (enum wire_preface) self->preface;
}

void wire_head_taken(int descriptor, size_t head_bytes, bool has_chunks, size_t length, void *body) {
    struct receiver *self = receiver(descriptor);
    if (self == NULL) return;
    self->taken += head_bytes;
    __atomic_store_n(&self->has_begun, false, __ATOMIC_RELAXED);
    // If a part of the next request is there already, it is not known whether its line has ended.
    self->has_line = self->received > self->taken + length;
    if (!has_chunks) {
        self->taken += length;
        return;
    }
    if (self->taken > self->received) return;
    self->chunks = SIZE;
    self->has_digit = false;
    self->size = 0;
    // What is there already was received with the head.
    self->taken += follow_chunks(self, body, (size_t) (self->received - self->taken));
    self->has_line = self->received > self->taken;
}

bool wire_awaits_chunks(int descriptor) {
    struct receiver *self = receiver(descriptor);
    return self != NULL && self->chunks != OFF;
}

#else

bool wire_hooks_received(void) { return false; }
void wire_receives(int descriptor, size_t longest_line) { (void) descriptor, (void) longest_line; }
void wire_receives_no_more(int descriptor) { (void) descriptor; }
int64_t wire_received(int descriptor) {
    (void) descriptor;
    return -1;
}
bool wire_has_begun(int descriptor) {
    (void) descriptor;
    return false;
}
enum wire_preface wire_preface(int descriptor) {
    (void) descriptor;
    return WIRE_PREFACE_NONE;
}
void wire_head_taken(int descriptor, size_t head_bytes, bool has_chunks, size_t length, void *body) {
    (void) descriptor, (void) head_bytes, (void) has_chunks, (void) length, (void) body;
}
bool wire_awaits_chunks(int descriptor) {
    (void) descriptor;
    return false;
}

#endif
