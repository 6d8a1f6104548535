// Hook: no GnuTLS.
//
// Provides   a program that contains libmicrohttpd but does not load GnuTLS and its seven libraries (docs/decisions/0014-one-file.md).
//            script/release makes the linker use this function for every GnuTLS function that libmicrohttpd's archive needs. As long as no
//            listener speaks TLS, only those that start and end GnuTLS are called, and for them 0 means success.
// Versions   any whose GnuTLS functions script/linking/libmicrohttpd.so names; another one does not link, and the linker says which.
// Without    GnuTLS is loaded with the shared library: a start takes 1 ms longer.
int understudy_without_tls(void);
__attribute__((visibility("hidden"))) int understudy_without_tls(void) { return 0; }
