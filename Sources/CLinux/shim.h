// What Linux has and Swift's Glibc module cannot show: calls that go through the variadic syscall(2).
#ifndef UNDERSTUDY_CLINUX_SHIM_H
#define UNDERSTUDY_CLINUX_SHIM_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/syscall.h>
#include <unistd.h>

/// Opens a path that must not leave the folder, by `..`, by an absolute path, or by a link (openat2(2)).
static inline int linux_open_beneath(int folder, const char *path, unsigned long long flags) {
    struct open_how how = {.flags = flags | O_CLOEXEC, .resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS};
    return (int)syscall(SYS_openat2, folder, path, &how, sizeof how);
}

/// Opens only the place, to look at what is there.
static inline int linux_open_path_only(void) { return O_PATH; }

#endif
