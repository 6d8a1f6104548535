// Hook: the head of a response.
//
// Provides   any reason phrase, and header fields unchanged and in order, including those that the library refuses (an empty value, a
//            blank in the name, CR or LF) or writes itself (Connection); one block of bytes for all of it. No error pages of the
//            library: the exchange responds itself.
// How        Public functions that the library itself calls. For each head it calls MHD_get_reason_phrase_for and
//            MHD_get_reason_phrase_len_for. Its pages, and no other responses of its own, come from MHD_create_response_from_buffer
//            (0.9.75) or MHD_create_response_from_buffer_static (1.0). Functions that the program defines take precedence over a shared
//            library. Of an archive, the object with the first two is then not linked; for the others the linker option `--wrap` is
//            needed, which script/release sets. All are weak: if the library's own take precedence, the program still links, and the
//            hook is found not to work.
// Versions   0.9.75 to 1.0.1 (versions.h).
// Without    reason phrases are the library's, fields that it refuses are left out, the others are added by MHD_add_response_header one
//            by one; clients get the library's own error pages for malformed heads.
// For RTLD_NEXT; before all headers.
#define _GNU_SOURCE

#include "versions.h"

#if WIRE_HOOKS

#include <dlfcn.h>
#include <pthread.h>
#include <stdint.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static _Thread_local struct {
    const char *bytes;
    size_t count;
} block;

static _Thread_local struct {
    bool (*refused)(void *context);
    void *context;
} pages;

void wire_set_head_block(const char *bytes, size_t count) {
    block.bytes = bytes;
    block.count = count;
}

size_t wire_head_block_size(void) { return block.bytes == NULL ? 0 : block.count; }

void wire_refuse_pages(bool (*refused)(void *context), void *context) {
    pages.refused = refused;
    pages.context = context;
}

/// The library's own function, for other daemons in this process.
#define LIBRARYS(name) ((__typeof__(&name)) dlsym(RTLD_NEXT, #name))

/// Called first.
__attribute__((weak)) size_t MHD_get_reason_phrase_len_for(unsigned int status) {
    if (block.bytes != NULL) return block.count;
    __typeof__(&MHD_get_reason_phrase_len_for) next = LIBRARYS(MHD_get_reason_phrase_len_for);
    return next == NULL ? 0 : next(status);
}

/// Called last: the block may be gone when the next head is written.
__attribute__((weak)) const char *MHD_get_reason_phrase_for(unsigned int status) {
    if (block.bytes != NULL) {
        const char *bytes = block.bytes;
        block.bytes = NULL;
        return bytes;
    }
    __typeof__(&MHD_get_reason_phrase_for) next = LIBRARYS(MHD_get_reason_phrase_for);
    return next == NULL ? "" : next(status);
}

static void ignore_upgrade(
    void *context, struct MHD_Connection *connection, void *request, const char *extra, size_t extra_size, MHD_socket socket,
    struct MHD_UpgradeResponseHandle *handle) {
    (void) context, (void) connection, (void) request, (void) extra, (void) extra_size, (void) socket, (void) handle;
}

/// A page that the library refuses itself: it closes the connection, and notifies the exchange if there is one.
static struct MHD_Response *refused_page(void) {
    block.bytes = NULL;
    // The threads of a stopping daemon accept no response, but report that they have one.
    if (pages.refused(pages.context)) return NULL;
    return MHD_create_response_for_upgrade(ignore_upgrade, NULL);
}

// The library's own under `--wrap`; otherwise null.
extern struct MHD_Response *__real_MHD_create_response_from_buffer(size_t size, void *bytes, enum MHD_ResponseMemoryMode mode)
    __attribute__((weak));

static struct MHD_Response *from_buffer(size_t size, void *bytes, enum MHD_ResponseMemoryMode mode) {
    if (pages.refused != NULL) return refused_page();
    if (__real_MHD_create_response_from_buffer != NULL) return __real_MHD_create_response_from_buffer(size, bytes, mode);
    __typeof__(&MHD_create_response_from_buffer) next = LIBRARYS(MHD_create_response_from_buffer);
    return next == NULL ? NULL : next(size, bytes, mode);
}

struct MHD_Response *__wrap_MHD_create_response_from_buffer(size_t size, void *bytes, enum MHD_ResponseMemoryMode mode) {
    return from_buffer(size, bytes, mode);
}

__attribute__((weak)) struct MHD_Response *MHD_create_response_from_buffer(
    size_t size, void *bytes, enum MHD_ResponseMemoryMode mode) {
    return from_buffer(size, bytes, mode);
}

#if MHD_VERSION >= 0x01000000

extern struct MHD_Response *__real_MHD_create_response_from_buffer_static(size_t size, const void *bytes) __attribute__((weak));

static struct MHD_Response *from_buffer_static(size_t size, const void *bytes) {
    if (pages.refused != NULL) return refused_page();
    if (__real_MHD_create_response_from_buffer_static != NULL) return __real_MHD_create_response_from_buffer_static(size, bytes);
    __typeof__(&MHD_create_response_from_buffer_static) next = LIBRARYS(MHD_create_response_from_buffer_static);
    return next == NULL ? NULL : next(size, bytes);
}

struct MHD_Response *__wrap_MHD_create_response_from_buffer_static(size_t size, const void *bytes) {
    return from_buffer_static(size, bytes);
}

__attribute__((weak)) struct MHD_Response *MHD_create_response_from_buffer_static(size_t size, const void *bytes) {
    return from_buffer_static(size, bytes);
}

#endif

static void ignore_free(void *unused) { (void) unused; }

static enum MHD_Result respond(
    void *unused, struct MHD_Connection *connection, const char *url, const char *method, const char *version, const char *data,
    size_t *size, void **context) {
    (void) unused, (void) url, (void) method, (void) version, (void) data, (void) size;
    if (*context == NULL) {
        *context = connection;
        return MHD_YES;
    }
    struct MHD_Response *response = MHD_create_response_from_buffer_with_free_callback_cls(0, NULL, ignore_free, NULL);
    if (response == NULL) return MHD_NO;
    wire_set_head_block("Ours", 4);
    enum MHD_Result result = MHD_queue_response(connection, MHD_HTTP_OK, response);
    MHD_destroy_response(response);
    return result;
}

static bool page_is_refused(void *found) {
    *(bool *) found = true;
    return false;
}

/// A shared library that was linked with -Bsymbolic-functions calls its own functions; only requests can show that. The second one here
/// gets an error page.
static bool is_ours(void) {
    static const char request[] = "GET / HTTP/1.1\r\nHost: a\r\n\r\nGET / HTTP/9.9\r\nHost: a\r\n\r\n";
    static const char expected[] = "HTTP/1.1 200 Ours\r\n";
    bool refused = false;
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    int pair[2];
    bool found = false;
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, pair) != 0) return false;
    // The library does not disable SIGPIPE for us.
    ssize_t sent = send(pair[1], request, sizeof request - 1, MSG_NOSIGNAL);
    struct MHD_Daemon *daemon = MHD_start_daemon(MHD_USE_EPOLL | MHD_USE_NO_LISTEN_SOCKET, 0, NULL, NULL, respond, NULL, MHD_OPTION_END);
    if (daemon == NULL) close(pair[0]);
    else if (sent == sizeof request - 1 && MHD_add_connection(daemon, pair[0], (struct sockaddr *) &address, sizeof address) == MHD_YES) {
        char head[sizeof expected - 1];
        ssize_t received = -1;
        wire_refuse_pages(page_is_refused, &refused);
        for (int round = 0; round < 16 && !(received > 0 && refused); round++) {
            MHD_run(daemon);
            if (received <= 0) received = recv(pair[1], head, sizeof head, 0);
        }
        wire_refuse_pages(NULL, NULL);
        found = received == (ssize_t) sizeof head && memcmp(head, expected, sizeof head) == 0 && refused;
    }
    if (daemon != NULL) MHD_stop_daemon(daemon);
    wire_set_head_block(NULL, 0);
    close(pair[1]);
    return found;
}

static pthread_once_t once = PTHREAD_ONCE_INIT;
static bool works;
static void find_out(void) { works = is_ours(); }

bool wire_hooks_heads(void) {
    pthread_once(&once, find_out);
    return works;
}

#else

bool wire_hooks_heads(void) { return false; }
void wire_set_head_block(const char *bytes, size_t count) { (void) bytes, (void) count; }
size_t wire_head_block_size(void) { return 0; }
void wire_refuse_pages(bool (*refused)(void *context), void *context) { (void) refused, (void) context; }

#endif
