// The part of TurboJPEG's interface (soname libturbojpeg.so.0) that the room Placeholders uses: compressing pixels in memory.
//
// It is written out here, and called through a table that dlopen fills at the first use, because most servers make no JPEG (decisions
// 0020 and 0146). Functions and constants are those of <turbojpeg.h>, which are fixed for that soname.
#pragma once
#include <dlfcn.h>
#include <stddef.h>

enum { turbojpeg_rgb = 0 };
// Chroma at half the resolution in both directions, as cameras do.
enum { turbojpeg_420 = 2 };
// The same result on every processor.
enum { turbojpeg_accurate_dct = 4096 };

// Each member is the function of that name.
typedef struct turbojpeg_library {
    void *(*tjInitCompress)(void);
    int (*tjCompress2)(
        void *handle, const unsigned char *pixels, int width, int pitch, int height, int format, unsigned char **picture,
        unsigned long *size, int subsampling, int quality, int flags);
    int (*tjDestroy)(void *handle);
    void (*tjFree)(unsigned char *picture);
    char *(*tjGetErrorStr2)(void *handle);
} turbojpeg_library;

// Loads the library and fills the table.
// Returns NULL, or why it could not: dlerror's text.
static inline const char *turbojpeg_load(turbojpeg_library *table, const char *name) {
    void *handle = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (!handle) return dlerror();
#define TURBOJPEG_FIND(function) \
    if (!(table->function = (__typeof__(table->function))dlsym(handle, #function))) return dlerror();
    TURBOJPEG_FIND(tjInitCompress)
    TURBOJPEG_FIND(tjCompress2)
    TURBOJPEG_FIND(tjDestroy)
    TURBOJPEG_FIND(tjFree)
    TURBOJPEG_FIND(tjGetErrorStr2)
#undef TURBOJPEG_FIND
    return NULL;
}
