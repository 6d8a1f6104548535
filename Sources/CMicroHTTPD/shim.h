// What Swift cannot reach by itself: libmicrohttpd's variadic functions, and Linux headers that Swift's Glibc lacks.
#pragma once

#include <microhttpd.h>
#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/timerfd.h>
#include <sys/un.h>

/// Where a line of the library's log goes.
struct wire_log_sink {
    void (*write)(void *context, const char *line);
    void *context;
};

/// Everything a daemon is started with.
struct wire_daemon_options {
    unsigned flags;
    unsigned threads;
    size_t connection_memory;
    unsigned connection_limit;
    unsigned timeout_seconds;
    void *context;
    MHD_AccessHandlerCallback access;
    void *(*request_line)(void *context, const char *target, struct MHD_Connection *connection);
    MHD_RequestCompletedCallback completed;
    MHD_NotifyConnectionCallback notify;
    size_t (*unescape)(void *context, struct MHD_Connection *connection, char *text);
    struct wire_log_sink *log;
};

static inline void wire_log(void *context, const char *format, va_list arguments) {
    const struct wire_log_sink *sink = (const struct wire_log_sink *) context;
    char line[1024];
    vsnprintf(line, sizeof line, format, arguments);
    sink->write(sink->context, line);
}

static inline struct MHD_Daemon *wire_start_daemon(const struct wire_daemon_options *options) {
    // The logger comes first: the library uses it for what it has to say about the other options.
    return MHD_start_daemon(
        options->flags, 0, NULL, NULL, options->access, options->context,
        MHD_OPTION_EXTERNAL_LOGGER, wire_log, options->log,
        MHD_OPTION_THREAD_POOL_SIZE, options->threads,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, options->connection_memory,
        MHD_OPTION_CONNECTION_LIMIT, options->connection_limit,
        MHD_OPTION_CONNECTION_TIMEOUT, options->timeout_seconds,
        MHD_OPTION_URI_LOG_CALLBACK, options->request_line, options->context,
        MHD_OPTION_UNESCAPE_CALLBACK, options->unescape, options->context,
        MHD_OPTION_NOTIFY_COMPLETED, options->completed, options->context,
        MHD_OPTION_NOTIFY_CONNECTION, options->notify, options->context,
#if MHD_VERSION >= 0x01000000
        // What the library would refuse with a page of its own is refused here, with a reason: see HeadFlaw.
        MHD_OPTION_CLIENT_DISCIPLINE_LVL, -3,
#endif
        MHD_OPTION_END);
}

static inline void *wire_connection_context(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    return info == NULL ? NULL : info->socket_context;
}

static inline int wire_connection_descriptor(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    return info == NULL ? -1 : info->connect_fd;
}

/// Bytes of the request's head, the empty line included.
static inline size_t wire_head_size(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
    return info == NULL ? 0 : info->header_size;
}

/// Sends `Connection: Keep-Alive` where the connection is kept.
static inline enum MHD_Result wire_say_keep_alive(struct MHD_Response *response) {
    return MHD_set_response_options(response, MHD_RF_SEND_KEEP_ALIVE_HEADER, MHD_RO_END);
}

/// Sends neither a length nor chunks with a response that has no body. Before version 1 of the library this closes the connection; since
/// then the response must be made with size 0.
static inline enum MHD_Result wire_send_head_only(struct MHD_Response *response, bool says_keep_alive) {
#if MHD_VERSION >= 0x01000000
    int flags = MHD_RF_HEAD_ONLY_RESPONSE | (says_keep_alive ? MHD_RF_SEND_KEEP_ALIVE_HEADER : 0);
    return MHD_set_response_options(response, (enum MHD_ResponseFlags) flags, MHD_RO_END);
#else
    (void) says_keep_alive;
    return MHD_set_response_options(response, MHD_RF_HTTP_1_0_COMPATIBLE_STRICT, MHD_RO_END);
#endif
}

/// What the kernel knows of a TCP connection (`struct tcp_info`, of which glibc declares only the older part).
struct wire_tcp_state {
    unsigned long long bytes_received;
    /// Since the last data came.
    unsigned silent_milliseconds;
    /// Since data was last sent.
    unsigned unsent_milliseconds;
};

static inline int wire_tcp_state(int descriptor, struct wire_tcp_state *result) {
    unsigned char info[256];
    socklen_t length = sizeof info;
    memset(info, 0, sizeof info);
    if (getsockopt(descriptor, IPPROTO_TCP, TCP_INFO, info, &length) != 0 || length < 136) return -1;
    memcpy(&result->bytes_received, info + 128, 8);
    memcpy(&result->silent_milliseconds, info + 52, 4);
    memcpy(&result->unsent_milliseconds, info + 44, 4);
    return 0;
}

/// Lets the kernel drop packets with fewer hops left than that (IP_MINTTL); with 0, none. No effect on a Unix socket.
static inline void wire_set_least_hops(int descriptor, int hops) {
    setsockopt(descriptor, IPPROTO_IP, IP_MINTTL, &hops, sizeof hops);
    setsockopt(descriptor, IPPROTO_IPV6, IPV6_MINHOPCOUNT, &hops, sizeof hops);
}

// Declared by glibc only under _GNU_SOURCE, which a module's header cannot ask for.
extern int accept4(int descriptor, struct sockaddr *address, socklen_t *length, int flags);

static inline int wire_accept(int descriptor, struct sockaddr *address, socklen_t *length) {
    return accept4(descriptor, address, length, SOCK_NONBLOCK | SOCK_CLOEXEC);
}
