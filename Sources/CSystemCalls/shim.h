// Calls of Linux that Swift cannot make by itself: variadic ones, and structures that its Glibc module shows in another form.
#ifndef UNDERSTUDY_CSYSTEMCALLS_SHIM_H
#define UNDERSTUDY_CSYSTEMCALLS_SHIM_H

#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

/// A number of written bytes that ioctl(2) tells; -1 where nobody knows.
static inline int system_written_bytes(int descriptor, unsigned long request) {
    int count = 0;
    if (ioctl(descriptor, request, &count) != 0) return -1;
    if (count == 0) return 0;
    // Behind a reset the kernel tells a number without a meaning, and there is no peer. A struct sockaddr; its header is left to Swift's
    // Glibc module.
    unsigned char address[128];
    unsigned length = sizeof address;
    return syscall(SYS_getpeername, descriptor, address, &length) == 0 ? count : 0;
}

/// Bytes that were written to the socket and have not been acknowledged (SIOCOUTQ), of a Unix socket those not read; -1 where nobody knows.
static inline int system_unacknowledged_bytes(int descriptor) { return system_written_bytes(descriptor, 0x5411); }

/// Bytes that were written to the socket and have not been sent (SIOCOUTQNSD); -1 where nobody knows, as of a Unix socket.
static inline int system_unsent_bytes(int descriptor) { return system_written_bytes(descriptor, 0x894B); }

/// Resets a TCP connection: the peer gets RST. (SO_LINGER is of no use: it needs the close, which may be another's.)
static inline int system_reset(int descriptor) {
    // A struct sockaddr of the family AF_UNSPEC. Its header is left to Swift's Glibc module, which must own its structures.
    unsigned short address[8] = {0};
    return (int)syscall(SYS_connect, descriptor, address, sizeof address);
}

/// Adds, changes or removes a descriptor of an epoll(7) queue, with the id that its events get.
static inline int system_epoll_control(int epoll, int operation, int descriptor, unsigned long long id, unsigned events) {
    struct epoll_event event;
    memset(&event, 0, sizeof event);
    event.events = events;
    event.data.u64 = id;
    return epoll_ctl(epoll, operation, descriptor, &event);
}

/// Waits for events and gives the ids under which their descriptors were added; at most 256. Waits without end for -1 milliseconds.
static inline int system_epoll_wait(int epoll, unsigned long long *ids, int limit, int milliseconds) {
    struct epoll_event events[256];
    int count = epoll_wait(epoll, events, limit < 256 ? limit : 256, milliseconds);
    for (int index = 0; index < count; index++) ids[index] = events[index].data.u64;
    return count;
}

/// The next client of a listening socket, or -1. The descriptor is closed in child processes.
static inline int system_accept(int listener) { return (int)syscall(SYS_accept4, listener, 0, 0, 02000000); }

/// Reads and drops what the peer has sent so far.
static inline void system_drop_received_bytes(int descriptor) {
    char bytes[4096];
    // MSG_DONTWAIT
    while (syscall(SYS_recvfrom, descriptor, bytes, sizeof bytes, 0x40, 0, 0) > 0) {}
}

#endif
