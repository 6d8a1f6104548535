// What the dynamic loader and the heap know of this process and Swift's Glibc module cannot show (dl_iterate_phdr(3), mallopt(3)).
#ifndef UNDERSTUDY_CLOADER_SHIM_H
#define UNDERSTUDY_CLOADER_SHIM_H

// Only <link.h> is to be read with GNU's additions: _GNU_SOURCE would give types of other headers a form that Swift's Glibc module,
// which is read without it, contradicts.
#include <sys/types.h>
#ifndef __USE_GNU
#define __USE_GNU 1
#include <link.h>
#undef __USE_GNU
#else
#include <link.h>
#endif
#include <malloc.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>

static inline int loader_release_object(struct dl_phdr_info *object, size_t size, void *unused) {
    (void)size;
    (void)unused;
    for (int i = 0; i < object->dlpi_phnum; i++) {
        const ElfW(Phdr) *segment = &object->dlpi_phdr[i];
        // Data that was relocated lies in writable segments, also where it is read-only by now.
        if (segment->p_type != PT_LOAD || (segment->p_flags & PF_W) || !object->dlpi_addr) continue;
        uintptr_t first = (object->dlpi_addr + segment->p_vaddr) & ~(uintptr_t)4095;
        uintptr_t end = (object->dlpi_addr + segment->p_vaddr + segment->p_filesz) & ~(uintptr_t)4095;
        if (end > first) madvise((void *)first, end - first, MADV_DONTNEED);
    }
    return 0;
}

/// Gives back the resident pages of the read-only segments of the program and its libraries; they come back from the files when they
/// are touched.
static inline void loader_release_read_only_pages(void) { dl_iterate_phdr(loader_release_object, NULL); }

/// From now on, blocks of a megabyte and more are mapped by themselves, and a megabyte that is free at the end of a heap is given back. glibc
/// raises both limits to 32 and 64 MiB when it frees a large block, for each thread's heap.
static inline void loader_keep_heap_small(void) {
#ifdef __GLIBC__
    mallopt(M_MMAP_THRESHOLD, 1 << 20);
    mallopt(M_TRIM_THRESHOLD, 1 << 20);
#endif
}

/// Gives back the free pages within the heaps.
static inline void loader_trim_heap(void) {
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}

#endif
