// What Linux has and Swift's Glibc module cannot show: variadic calls, and calls without a function of their own.
#ifndef UNDERSTUDY_CLINUX_SHIM_H
#define UNDERSTUDY_CLINUX_SHIM_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <fcntl.h>
#include <linux/magic.h>
#include <linux/openat2.h>
#include <stdio.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <time.h>
#include <unistd.h>

/// Opens a path that must not leave the folder, by `..`, by an absolute path, or by a link (openat2(2)).
static inline int linux_open_beneath(int folder, const char *path, unsigned long long flags) {
    struct open_how how = {.flags = flags | O_CLOEXEC, .resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS};
    return (int)syscall(SYS_openat2, folder, path, &how, sizeof how);
}

/// The same, and no link is followed and no other mount entered: each name of the path is an entry of the folder before it.
static inline int linux_open_exactly(int folder, const char *path, unsigned long long flags) {
    struct open_how how = {
        .flags = flags | O_CLOEXEC, .resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS | RESOLVE_NO_SYMLINKS | RESOLVE_NO_XDEV};
    return (int)syscall(SYS_openat2, folder, path, &how, sizeof how);
}

/// Opens only the place, to look at what is there.
static inline int linux_open_path_only(void) { return O_PATH; }

/// Watches what is open (inotify(7)), whatever its name is now. Returns the watch's number, or -1 and errno.
static inline int linux_watch(int inotify, int opened, unsigned events) {
    char name[32];
    snprintf(name, sizeof name, "/proc/self/fd/%d", opened);
    return inotify_add_watch(inotify, name, events);
}

/// Gives a file without a name (O_TMPFILE) a number as its name in a folder (linkat(2)). Returns 0, or -1 and errno.
static inline int linux_name(int opened, int folder, long number) {
    char path[32], name[32];
    snprintf(path, sizeof path, "/proc/self/fd/%d", opened);
    snprintf(name, sizeof name, "%ld", number);
    return linkat(AT_FDCWD, path, folder, name, AT_SYMLINK_FOLLOW);
}

/// How many bytes can be read without waiting; -1 when that cannot be told.
static inline int linux_unread_bytes(int descriptor) {
    int count = 0;
    return ioctl(descriptor, FIONREAD, &count) == 0 ? count : -1;
}

/// Reads events of a non-blocking inotify descriptor and drops them, at most as many as the kernel queues at once.
static inline void linux_drop_events(int inotify) {
    char events[8192];
    for (int round = 0; round < 256; round++)
        if (read(inotify, events, sizeof events) <= 0) return;
}

/// Whether all changes of a file system's files pass through this kernel, which then tells inotify of them. Not on network file systems
/// and FUSE; overlays have layers that may change below them.
static inline int linux_is_local(int opened) {
    struct statfs status;
    if (fstatfs(opened, &status) != 0) return 0;
    switch ((unsigned)status.f_type) {
    case EXT4_SUPER_MAGIC:
    case XFS_SUPER_MAGIC:
    case BTRFS_SUPER_MAGIC:
    case F2FS_SUPER_MAGIC:
    case TMPFS_MAGIC: return 1;
    default: return 0;
    }
}

/// Whether a file system is on another machine or in a program, so that files may change without this kernel: NFS, SMB, FUSE, 9P (as virtual
/// machines share folders), VirtualBox, Ceph, AFS, Coda.
static inline int linux_is_remote(int opened) {
    struct statfs status;
    if (fstatfs(opened, &status) != 0) return 0;
    switch ((unsigned)status.f_type) {
    case NFS_SUPER_MAGIC:
    case 0x517B:
    case 0xFF534D42:
    case 0xFE534D42:
    case 0x65735546:
    case 0x01021997:
    case 0x786F4256:
    case 0x00C36400:
    case 0x5346414F:
    case CODA_SUPER_MAGIC: return 1;
    default: return 0;
    }
}

/// Milliseconds of a clock that is never set back, exact to one tick of the kernel. Costs no system call.
static inline long long linux_coarse_milliseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC_COARSE, &now);
    return (long long)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

#endif
