#include <zlib.h>

// zlib's own initialisers are macros that pass the version and the structure's size, which Swift cannot import.
// `window` is 9 to 15 for zlib's own format, and 16 more for gzip's.
static inline int understudy_deflate_init(z_stream *stream, int level, int window, int memory) {
    return deflateInit2(stream, level, Z_DEFLATED, window, memory, Z_DEFAULT_STRATEGY);
}
static inline int understudy_inflate_init(z_stream *stream) { return inflateInit2(stream, 15 + 16); }
