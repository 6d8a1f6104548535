#include <zlib.h>

// zlib's own initialisers are macros that pass the version and the structure's size, which Swift cannot import.
static inline int understudy_deflate_init(z_stream *stream, int level) {
    return deflateInit2(stream, level, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
}
static inline int understudy_inflate_init(z_stream *stream) { return inflateInit2(stream, 15 + 16); }
