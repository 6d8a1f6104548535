// Hook: no GnuTLS.
//
// Provides   a program with libmicrohttpd inside that does not load GnuTLS and its seven libraries (docs/decisions/0014-one-file.md).
//            script/release has the linker take this function for each that libmicrohttpd's archive asks of GnuTLS. Of these it calls only
//            those that start and end GnuTLS, as long as no listener speaks TLS, and to them 0 is success.
// Versions   any whose GnuTLS functions script/linking/libmicrohttpd.so names; another one does not link, and the linker says which.
// Without    GnuTLS is loaded with the shared library: a start takes 1 ms longer.
int understudy_without_tls(void);
__attribute__((visibility("hidden"))) int understudy_without_tls(void) { return 0; }
