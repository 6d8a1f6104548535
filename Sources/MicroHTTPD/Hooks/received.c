// Hook: received bytes.
//
// Provides   a client that speaks TLS or HTTP/2 to a port of plain HTTP/1.1 is recognized by its first bytes, gets no response, and is
//            logged at once. Also what RFC 9112 allows and the library refuses: chunk extensions (1.0.1), blanks before their `;` (0.9.75),
//            and blanks and tabs around the values of Content-Length and Transfer-Encoding (0.9.75). Extensions are taken out: if a chunk's
//            size is among the same received bytes, it gets leading zeros in place of the extension, so that their number stays; bytes of an
//            extension that come later are left out. One with a CR in it stays, and is a 400. The blanks of fields are moved, if the field's
//            line is received at once: one that comes in two pieces stays as it is, and blanks behind its value are refused as without the
//            hook. And it is known whether the end of a chunked body has been received, so that reading can be paused before it, and whether
//            its chunks announce too much. A request line that is longer than a head may be ends the connection at once, and so do nearly as
//            many bytes of empty lines, as long a chunk extension, a NUL in a request's place, and, without the hook for memory, a head with
//            so many query items, header fields and cookies that they fill the library's memory: then 0.9.75 goes on in memory that it has
//            given back. Of a request line the version and the length are known, and a method of up to seven letters, however it was cut
//            into segments. On a Unix socket, which has no count of its own, received bytes are counted. One byte of a request is told from
//            an empty line.
// How        The library receives by `recv` of libc. A definition in the program takes precedence over libc's, for the archive and for
//            the shared library. This one calls `recvfrom`, which does the same. It looks only at registered descriptors.
// Versions   0.9.75 to 1.0.1 (versions.h). 1.0 understands a blank behind `chunked` by itself; 1.0.1 refuses all chunk extensions. When a
//            request line fills its memory, 1.0.1 gives up, but closes the connection only at the next event, which may never come.
// Without    TLS and HTTP/2 are malformed requests: 400 or 505, or 408 after the time-out for heads. With 0.9.75 `5 ;ext` and a length with
//            a blank behind it are a 400, and `chunked` with one a 501; with 1.0.1 each chunk extension is a 400. Reading a chunked body is
//            paused only while unread bytes are there, and one that is too long is refused when its bytes have come. The library itself
//            responds to a line that is too long, the method of an incomplete head is unknown, the bytes of a Unix socket are unknown, one
//            or two bytes count as an empty line, and what begins with a NUL does so too. Too many items are refused by the library, which
//            does not fail with a page of its own.
#include "received.h"

#include "chunks.h"
#include "items.h"
#include "versions.h"

#if WIRE_HOOKS

#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <sys/types.h>

/// As many bytes as ` HTTP/2.0` and a CR.
enum { TAIL = 10 };

/// The state of one descriptor. Between `wire_receives` and `wire_receives_no_more` it belongs to the thread that reads.
struct receiver {
    bool is_on;
    unsigned char preface;
    /// The length of the request line of the current head, with its end and the empty lines before it; 0 while it has not ended.
    size_t line;
    /// Whether more than line ends has come behind the last request. Any thread may read it.
    bool has_begun;
    /// The first bytes behind the last request, as in memory, and how many of them have come; the others are 0.
    uint64_t beginning;
    unsigned char begun;
    /// Whether what came with the last request cannot be one.
    bool is_refused;
    /// Whether the request line ends in another major version of HTTP than 1.
    bool has_other_version;
    /// The last bytes of the current head, which at the end of the request line have the version in them; before them zeros.
    char tail[TAIL];
    /// The most bytes of a request line, and of a chunk extension that does not come at once.
    size_t longest_line;
    /// The memory that heads share with their items; 0 when these have their own.
    size_t memory;
    /// Those of the current head.
    struct wire_items items;
    /// Received bytes, which any thread may read, and those of them in complete requests.
    uint64_t received, taken;
    struct wire_chunks chunks;
};

enum { DESCRIPTORS = 1 << 16 };
static struct receiver receivers[DESCRIPTORS];

static struct receiver *receiver(int descriptor) {
    if (descriptor < 0 || descriptor >= DESCRIPTORS) return NULL;
    return __atomic_load_n(&receivers[descriptor].is_on, __ATOMIC_RELAXED) ? &receivers[descriptor] : NULL;
}

/// Whether the library understands the field itself. It takes the blanks behind a value for a part of it.
static bool is_read_by_library(const char *name, size_t size) {
    static const char length[] = "Content-Length", coding[] = "Transfer-Encoding";
    return (size == sizeof length - 1 && strncasecmp(name, length, size) == 0)
        || (size == sizeof coding - 1 && strncasecmp(name, coding, size) == 0);
}

/// Moves the blanks behind the values of such fields to before them, as spaces, which the library skips.
/// @param begins_line whether the first byte is a line's first. A line that began with earlier bytes is left as it is.
static void move_blanks(char *bytes, size_t count, bool begins_line) {
    const char *end = bytes + count;
    for (char *line = bytes, *next; line < end; line = next, begins_line = true) {
        // The empty line ends the head.
        if (begins_line && (*line == '\n' || (*line == '\r' && line + 1 < end && line[1] == '\n'))) return;
        char *line_end = memchr(line, '\n', (size_t) (end - line));
        if (line_end == NULL) return;
        next = line_end + 1;
        char initial = (char) (*line | 0x20);
        if (!begins_line || (initial != 'c' && initial != 't')) continue;
        char *colon = memchr(line, ':', (size_t) (line_end - line));
        if (colon == NULL || !is_read_by_library(line, (size_t) (colon - line))) continue;
        char *value = colon + 1;
        if (line_end > value && line_end[-1] == '\r') line_end--;
        char *value_end = line_end;
        while (value_end > value && is_blank(value_end[-1])) value_end--;
        while (value < value_end && is_blank(*value)) value++;
        size_t size = (size_t) (value_end - value);
        memmove(line_end - size, value, size);
        memset(colon + 1, ' ', (size_t) (line_end - size - (colon + 1)));
    }
}

/// Whether the request line ends in something like `HTTP/2.0`.
static bool ends_in_other_version(const char *line, size_t size) {
    static const char name[] = " HTTP/";
    if (size > 0 && line[size - 1] == '\r') size--;
    if (size < sizeof name + 2 || memcmp(line + size - (sizeof name + 2), name, sizeof name - 1) != 0) return false;
    const char *version = line + size - 3;
    return version[0] != '1' && version[0] >= '0' && version[0] <= '9' && version[1] == '.';
}

/// Whether these bytes begin with the head's empty line, or with the rest of it.
static bool ends_head(const struct receiver *self, const char *bytes, size_t count) {
    const char *last = self->tail + TAIL - 1;
    if (*last == '\n') return bytes[0] == '\n' || (count > 1 && bytes[0] == '\r' && bytes[1] == '\n');
    return last[-1] == '\n' && *last == '\r' && bytes[0] == '\n';
}

static void keep_beginning(struct receiver *self, const char *bytes, size_t count) {
    size_t room = sizeof self->beginning - self->begun;
    if (count > room) count = room;
    memcpy((char *) &self->beginning + self->begun, bytes, count);
    self->begun += (unsigned char) count;
}

static void keep_tail(struct receiver *self, const char *bytes, size_t count) {
    if (count < TAIL) {
        memmove(self->tail, self->tail + count, TAIL - count);
        memcpy(self->tail + TAIL - count, bytes, count);
    } else {
        memcpy(self->tail, bytes + count - TAIL, TAIL);
    }
}

/// Notes what is known of the request line, and the last bytes of the head.
static void follow_line(struct receiver *self, const char *bytes, size_t count) {
    const char *end = self->line != 0 ? NULL : memchr(bytes, '\n', count);
    if (end != NULL) {
        size_t size = (size_t) (end - bytes);
        keep_tail(self, bytes, size);
        self->has_other_version = ends_in_other_version(self->tail, TAIL);
        bytes = end;
        count -= size;
        // The line's end is the first of the bytes that are left.
        self->line = (size_t) (self->received - self->taken) - count + 1;
    }
    keep_tail(self, bytes, count);
}

/// Whether the library has room for the current head with its items, as far as it has come.
static bool has_room(const struct receiver *self) {
    // More is taken than received while a body is on its way.
    uint64_t behind = self->received > self->taken ? self->received - self->taken : 0;
    return wire_items_fit(&self->items, (size_t) behind, self->memory);
}

/// Whether the connection begins with the preface of HTTP/2, which is noted then.
static bool begins_http2(struct receiver *self) {
    static const char preface[] = "PRI *";
    if (self->taken > 0 || memcmp(&self->beginning, preface, sizeof preface - 1) != 0) return false;
    self->preface = WIRE_PREFACE_HTTP2;
    return true;
}

/// Looks at received bytes behind the last request.
/// @return whether a request may come of them: its line is not too long, there are not too many empty lines before it, it does not begin
///     with a NUL or as HTTP/2, and the library has room for its items.
static bool follow_head(struct receiver *self, char *bytes, size_t count) {
    if (!self->has_begun) {
        // Empty lines may precede a request line (RFC 9112, 2.2).
        while (count > 0 && (*bytes == '\r' || *bytes == '\n')) bytes++, count--;
        __atomic_store_n(&self->has_begun, count > 0, __ATOMIC_RELAXED);
        if (count > 0 && *bytes == 0) return false;
        // The library has no memory left a little before they fill it, and then it says nothing.
        if (self->received - self->taken - count > self->longest_line - self->longest_line / 8) return false;
    } else if (ends_head(self, bytes, count)) {
        return has_room(self);
    }
    if (count > 0) {
        keep_beginning(self, bytes, count);
        if (begins_http2(self)) return false;
        if (self->memory != 0) wire_follow_items(&self->items, bytes, count);
        move_blanks(bytes, count, self->tail[TAIL - 1] == '\n');
        follow_line(self, bytes, count);
    }
    return has_room(self) && (self->line != 0 || self->received - self->taken < self->longest_line);
}

/// Puts a line in the place of bytes that the library has already, which ends the connection. For a single byte there is no room: there the
/// connection ends in place of the next one.
static void refuse(char *bytes, size_t count) {
    static const char line[] = "?\n";
    if (count >= sizeof line - 1) memcpy(bytes, line, sizeof line - 1);
}

/// @param count is reduced by what the library does not get.
/// @return whether the library may see the bytes.
static bool look(struct receiver *self, char *bytes, size_t *count) {
    uint64_t before = self->received;
    __atomic_store_n(&self->received, before + *count, __ATOMIC_RELAXED);
    if (before == 0 && bytes[0] == 0x16 && (*count == 1 || bytes[1] == 3)) self->preface = WIRE_PREFACE_TLS;
    if (self->preface != WIRE_PREFACE_NONE || self->is_refused) return false;
    if (wire_is_in_chunks(&self->chunks)) {
        self->taken += *count;
        size_t length = wire_follow_chunks(&self->chunks, bytes, count);
        self->taken -= *count - length;
        if (wire_excess_of(&self->chunks, self->longest_line) != WIRE_EXCESS_NONE) return false;
    }
    if (self->chunks.state == WIRE_CHUNKS_LOST) return true;
    if (self->taken >= self->received) return true;
    uint64_t behind = self->received - self->taken;
    size_t fresh = behind < *count ? (size_t) behind : *count;
    return follow_head(self, bytes + *count - fresh, fresh);
}

ssize_t recv(int descriptor, void *bytes, size_t size, int flags) {
    struct receiver *self = (flags & MSG_PEEK) != 0 ? NULL : receiver(descriptor);
    size_t kept = 0;
    while (true) {
        size_t room = size - kept;
        char *place = (char *) bytes + kept;
        ssize_t count = recvfrom(descriptor, place, room, flags, NULL, NULL);
        if (count <= 0) return kept > 0 ? (ssize_t) kept : count;
        if (self == NULL) return count;
        size_t left = (size_t) count;
        if (!look(self, place, &left)) return 0;
        kept += left;
        // No bytes mean the end to the library, and fewer than it asked for that no more are there.
        if (left == (size_t) count || (kept > 0 && (size_t) count < room)) return (ssize_t) kept;
    }
}

bool wire_hooks_received(void) { return true; }

/// The next request has not begun.
static void expect_head(struct receiver *self) {
    self->line = 0;
    self->is_refused = false;
    self->has_other_version = false;
    self->beginning = 0;
    self->begun = 0;
    memset(self->tail, 0, TAIL);
    self->items = (struct wire_items) {0};
    __atomic_store_n(&self->has_begun, false, __ATOMIC_RELAXED);
}

void wire_receives(int descriptor, size_t longest_line, size_t memory) {
    if (descriptor < 0 || descriptor >= DESCRIPTORS) return;
    struct receiver *self = &receivers[descriptor];
    // The worker that had a connection with this descriptor before has written its last here: see `wire_receives_no_more`.
    (void) __atomic_load_n(&self->is_on, __ATOMIC_ACQUIRE);
    self->preface = WIRE_PREFACE_NONE;
    self->chunks = (struct wire_chunks) {.state = WIRE_CHUNKS_OFF};
    expect_head(self);
    self->longest_line = longest_line;
    self->memory = memory;
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
    expect_head(self);
    if (self->chunks.state == WIRE_CHUNKS_LOST) return;
    // What is there already was received with the head.
    size_t count = self->received > self->taken ? (size_t) (self->received - self->taken) : 0;
    if (has_chunks) {
        if (self->taken > self->received) return;
        self->chunks = (struct wire_chunks) {.state = WIRE_CHUNKS_SIZE, .limit = UINT64_MAX};
        // All sizes begin in these bytes, so none of the bytes are left out.
        length = wire_follow_chunks(&self->chunks, body, &count);
    }
    self->taken += length;
    if (self->chunks.state == WIRE_CHUNKS_LOST || length >= count) return;
    self->is_refused = !follow_head(self, (char *) body + length, count - length);
    if (self->is_refused) refuse((char *) body + length, count - length);
}

void wire_limit_chunks(int descriptor, uint64_t bytes) {
    struct receiver *self = receiver(descriptor);
    if (self != NULL) self->chunks.limit = bytes;
}

enum wire_chunk_excess wire_chunk_excess(int descriptor) {
    struct receiver *self = receiver(descriptor);
    return self == NULL ? WIRE_EXCESS_NONE : wire_excess_of(&self->chunks, self->longest_line);
}

enum wire_head_excess wire_head_excess(int descriptor) {
    struct receiver *self = receiver(descriptor);
    if (self == NULL || has_room(self)) return WIRE_HEAD_FITS;
    return self->items.bytes > self->longest_line ? WIRE_HEAD_TOO_LONG : WIRE_HEAD_TOO_MANY_ITEMS;
}

bool wire_has_other_version(int descriptor) {
    struct receiver *self = receiver(descriptor);
    return self != NULL && self->has_other_version;
}

size_t wire_line_size(int descriptor) {
    struct receiver *self = receiver(descriptor);
    return self == NULL ? 0 : self->line;
}

uint64_t wire_beginning(int descriptor) {
    struct receiver *self = receiver(descriptor);
    return self == NULL ? 0 : self->beginning;
}

bool wire_awaits_chunks(int descriptor) {
    struct receiver *self = receiver(descriptor);
    return self != NULL && wire_is_in_chunks(&self->chunks);
}

#else

bool wire_hooks_received(void) { return false; }
void wire_receives(int descriptor, size_t longest_line, size_t memory) { (void) descriptor, (void) longest_line, (void) memory; }
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
void wire_limit_chunks(int descriptor, uint64_t bytes) { (void) descriptor, (void) bytes; }
enum wire_chunk_excess wire_chunk_excess(int descriptor) {
    (void) descriptor;
    return WIRE_EXCESS_NONE;
}
enum wire_head_excess wire_head_excess(int descriptor) {
    (void) descriptor;
    return WIRE_HEAD_FITS;
}
bool wire_has_other_version(int descriptor) {
    (void) descriptor;
    return false;
}
size_t wire_line_size(int descriptor) {
    (void) descriptor;
    return 0;
}
uint64_t wire_beginning(int descriptor) {
    (void) descriptor;
    return 0;
}

#endif
