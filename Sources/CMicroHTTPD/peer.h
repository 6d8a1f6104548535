// What the kernel knows of the other end of a connection. Linux only; elsewhere these functions say that nothing is known.
#pragma once

#include <errno.h>
#include <netinet/in.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#ifdef __linux__
#include <linux/inet_diag.h>
#include <linux/netlink.h>
#include <linux/sock_diag.h>
#include <netinet/tcp.h>
#endif

enum wire_peer {
    /// It may send more.
    WIRE_PEER_OPEN,
    /// It has ended its side, and may still read.
    WIRE_PEER_ENDED,
    /// It has closed or reset the connection: it reads nothing more.
    WIRE_PEER_GONE,
};

#ifdef __linux__

/// Whether both ends of a TCP connection are on this machine and in this network namespace.
static inline int wire_is_local_pair(const struct sockaddr_storage *own, const struct sockaddr_storage *other) {
    if (other->ss_family == AF_INET) {
        const struct in_addr *address = &((const struct sockaddr_in *) other)->sin_addr;
        return (ntohl(address->s_addr) >> 24) == 127 || memcmp(address, &((const struct sockaddr_in *) own)->sin_addr, sizeof *address) == 0;
    }
    if (other->ss_family != AF_INET6) return 0;
    const struct in6_addr *address = &((const struct sockaddr_in6 *) other)->sin6_addr;
    return IN6_IS_ADDR_LOOPBACK(address) || (IN6_IS_ADDR_V4MAPPED(address) && address->s6_addr[12] == 127)
        || memcmp(address, &((const struct sockaddr_in6 *) own)->sin6_addr, sizeof *address) == 0;
}

static inline void wire_copy_address(const struct sockaddr_storage *address, __be32 *words, __be16 *port) {
    if (address->ss_family == AF_INET) {
        const struct sockaddr_in *v4 = (const struct sockaddr_in *) address;
        memcpy(words, &v4->sin_addr, sizeof v4->sin_addr);
        *port = v4->sin_port;
    } else {
        const struct sockaddr_in6 *v6 = (const struct sockaddr_in6 *) address;
        memcpy(words, &v6->sin6_addr, sizeof v6->sin6_addr);
        *port = v6->sin6_port;
    }
}

/// Asks the kernel for the client's own socket (sock_diag(7)): no process holds a socket that was closed. Sends nothing to the client.
/// @param own the address of the server's end, `other` that of the client's.
/// @return 1 when no process holds it, 0 when one does, -1 when the kernel does not say.
static inline int wire_is_abandoned_end(struct sockaddr_storage own, struct sockaddr_storage other) {
    if (!wire_is_local_pair(&own, &other)) return -1;

    struct {
        struct nlmsghdr head;
        struct inet_diag_req_v2 body;
    } request;
    memset(&request, 0, sizeof request);
    request.head.nlmsg_len = sizeof request;
    request.head.nlmsg_type = SOCK_DIAG_BY_FAMILY;
    request.head.nlmsg_flags = NLM_F_REQUEST;
    request.body.sdiag_family = (unsigned char) other.ss_family;
    request.body.sdiag_protocol = IPPROTO_TCP;
    request.body.idiag_states = ~0u;
    request.body.id.idiag_cookie[0] = INET_DIAG_NOCOOKIE;
    request.body.id.idiag_cookie[1] = INET_DIAG_NOCOOKIE;
    wire_copy_address(&other, request.body.id.idiag_src, &request.body.id.idiag_sport);
    wire_copy_address(&own, request.body.id.idiag_dst, &request.body.id.idiag_dport);

    int netlink = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC | SOCK_NONBLOCK, NETLINK_SOCK_DIAG);
    if (netlink < 0) return -1;
    union {
        struct nlmsghdr head;
        char bytes[1024];
    } response;
    ssize_t size = -1;
    // The kernel has its response ready when send returns.
    if (send(netlink, &request, sizeof request, 0) == (ssize_t) sizeof request) size = recv(netlink, &response, sizeof response, 0);
    close(netlink);
    if (size < (ssize_t) sizeof response.head) return -1;
    const void *body = NLMSG_DATA(&response.head);
    if (response.head.nlmsg_type == NLMSG_ERROR) {
        if (size < (ssize_t) NLMSG_LENGTH(sizeof(struct nlmsgerr))) return -1;
        return ((const struct nlmsgerr *) body)->error == -ENOENT ? 1 : -1;
    }
    if (response.head.nlmsg_type != SOCK_DIAG_BY_FAMILY || size < (ssize_t) NLMSG_LENGTH(sizeof(struct inet_diag_msg))) return -1;
    return ((const struct inet_diag_msg *) body)->idiag_inode == 0;
}

/// The same for the other end of a socket.
static inline int wire_is_abandoned(int descriptor) {
    struct sockaddr_storage own, other;
    socklen_t own_size = sizeof own, other_size = sizeof other;
    memset(&own, 0, sizeof own);
    memset(&other, 0, sizeof other);
    if (getsockname(descriptor, (struct sockaddr *) &own, &own_size) != 0) return -1;
    if (getpeername(descriptor, (struct sockaddr *) &other, &other_size) != 0) return errno == ENOTCONN ? 1 : -1;
    return wire_is_abandoned_end(own, other);
}

static inline enum wire_peer wire_peer(int descriptor) {
    // POLLRDHUP, which glibc declares only under _GNU_SOURCE.
    struct pollfd poller = {.fd = descriptor, .events = 0x2000};
    if (poll(&poller, 1, 0) <= 0) return WIRE_PEER_OPEN;
    if (poller.revents & (POLLERR | POLLHUP | POLLNVAL)) return WIRE_PEER_GONE;
    if ((poller.revents & 0x2000) == 0) return WIRE_PEER_OPEN;
    return wire_is_abandoned(descriptor) == 1 ? WIRE_PEER_GONE : WIRE_PEER_ENDED;
}

/// From now on the kernel asks a silent peer whether it is there (keep-alive probes have no data): one that closed its socket long ago
/// resets the connection.
static inline void wire_probe_peer(int descriptor) {
    int on = 1, idle = 15, interval = 5, count = 3;
    setsockopt(descriptor, IPPROTO_TCP, TCP_KEEPIDLE, &idle, sizeof idle);
    setsockopt(descriptor, IPPROTO_TCP, TCP_KEEPINTVL, &interval, sizeof interval);
    setsockopt(descriptor, IPPROTO_TCP, TCP_KEEPCNT, &count, sizeof count);
    setsockopt(descriptor, SOL_SOCKET, SO_KEEPALIVE, &on, sizeof on);
}

#else

static inline enum wire_peer wire_peer(int descriptor) {
    struct pollfd poller = {.fd = descriptor, .events = 0};
    if (poll(&poller, 1, 0) <= 0) return WIRE_PEER_OPEN;
    return poller.revents & (POLLERR | POLLNVAL) ? WIRE_PEER_GONE : WIRE_PEER_ENDED;
}

static inline int wire_is_abandoned_end(struct sockaddr_storage own, struct sockaddr_storage other) {
    (void) own, (void) other;
    return -1;
}

static inline void wire_probe_peer(int descriptor) { (void) descriptor; }

#endif
