// libcurl, called through a table that dlopen fills at the first use (decision 0020): nothing here links it.
// Its variadic functions get a typed form each, because Swift cannot call them.
#pragma once
#include <curl/curl.h>
#include <dlfcn.h>
#include <sys/socket.h>
#include <netinet/in.h>
#include <unistd.h>

// Each member is the function of that name.
typedef struct curl_library {
    CURLcode (*curl_global_init)(long);
    CURL *(*curl_easy_init)(void);
    void (*curl_easy_cleanup)(CURL *);
    CURLcode (*curl_easy_setopt)(CURL *, CURLoption, ...);
    CURLcode (*curl_easy_getinfo)(CURL *, CURLINFO, ...);
    CURLcode (*curl_easy_pause)(CURL *, int);
    const char *(*curl_easy_strerror)(CURLcode);
    CURLM *(*curl_multi_init)(void);
    CURLMcode (*curl_multi_cleanup)(CURLM *);
    CURLMcode (*curl_multi_add_handle)(CURLM *, CURL *);
    CURLMcode (*curl_multi_remove_handle)(CURLM *, CURL *);
    CURLMcode (*curl_multi_perform)(CURLM *, int *);
    CURLMcode (*curl_multi_poll)(CURLM *, struct curl_waitfd *, unsigned int, int, int *);
    CURLMcode (*curl_multi_wakeup)(CURLM *);
    CURLMsg *(*curl_multi_info_read)(CURLM *, int *);
    struct curl_slist *(*curl_slist_append)(struct curl_slist *, const char *);
    void (*curl_slist_free_all)(struct curl_slist *);
} curl_library;

// Loads the library and fills the table.
// Returns NULL, or why it could not: dlerror's text.
static inline const char *curl_load(curl_library *table, const char *name) {
    void *handle = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (!handle) return dlerror();
#define CURL_FIND(function) \
    if (!(table->function = (__typeof__(table->function))dlsym(handle, #function))) return dlerror();
    CURL_FIND(curl_global_init)
    CURL_FIND(curl_easy_init)
    CURL_FIND(curl_easy_cleanup)
    CURL_FIND(curl_easy_setopt)
    CURL_FIND(curl_easy_getinfo)
    CURL_FIND(curl_easy_pause)
    CURL_FIND(curl_easy_strerror)
    CURL_FIND(curl_multi_init)
    CURL_FIND(curl_multi_cleanup)
    CURL_FIND(curl_multi_add_handle)
    CURL_FIND(curl_multi_remove_handle)
    CURL_FIND(curl_multi_perform)
    CURL_FIND(curl_multi_poll)
    CURL_FIND(curl_multi_wakeup)
    CURL_FIND(curl_multi_info_read)
    CURL_FIND(curl_slist_append)
    CURL_FIND(curl_slist_free_all)
#undef CURL_FIND
    return NULL;
}

static inline CURLcode curl_set_long(const curl_library *library, CURL *handle, CURLoption option, long value) {
    return library->curl_easy_setopt(handle, option, value);
}

static inline CURLcode curl_set_size(const curl_library *library, CURL *handle, CURLoption option, curl_off_t value) {
    return library->curl_easy_setopt(handle, option, value);
}

static inline CURLcode curl_set_text(const curl_library *library, CURL *handle, CURLoption option, const char *value) {
    return library->curl_easy_setopt(handle, option, value);
}

static inline CURLcode curl_set_pointer(const curl_library *library, CURL *handle, CURLoption option, void *value) {
    return library->curl_easy_setopt(handle, option, value);
}

// What libcurl calls while it performs a transfer. All get the transfer's context.
typedef struct curl_callbacks {
    size_t (*header)(char *bytes, size_t one, size_t count, void *context);
    size_t (*write)(char *bytes, size_t one, size_t count, void *context);
    size_t (*read)(char *bytes, size_t one, size_t room, void *context);
    int (*seek)(void *context, curl_off_t offset, int origin);
    // Makes the socket for an address, or refuses it with CURL_SOCKET_BAD.
    curl_socket_t (*open)(void *context, curlsocktype purpose, struct curl_sockaddr *address);
    // Called before a request is sent, also on a connection that is used again; refuses it with CURL_PREREQFUNC_ABORT.
    int (*connected)(void *context, char *address, char *local_address, int port, int local_port);
} curl_callbacks;

static inline void curl_set_callbacks(const curl_library *library, CURL *handle, curl_callbacks callbacks, void *context) {
    library->curl_easy_setopt(handle, CURLOPT_HEADERFUNCTION, callbacks.header);
    library->curl_easy_setopt(handle, CURLOPT_HEADERDATA, context);
    library->curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, callbacks.write);
    library->curl_easy_setopt(handle, CURLOPT_WRITEDATA, context);
    library->curl_easy_setopt(handle, CURLOPT_READFUNCTION, callbacks.read);
    library->curl_easy_setopt(handle, CURLOPT_READDATA, context);
    library->curl_easy_setopt(handle, CURLOPT_SEEKFUNCTION, callbacks.seek);
    library->curl_easy_setopt(handle, CURLOPT_SEEKDATA, context);
    library->curl_easy_setopt(handle, CURLOPT_OPENSOCKETFUNCTION, callbacks.open);
    library->curl_easy_setopt(handle, CURLOPT_OPENSOCKETDATA, context);
    library->curl_easy_setopt(handle, CURLOPT_PREREQFUNCTION, callbacks.connected);
    library->curl_easy_setopt(handle, CURLOPT_PREREQDATA, context);
    library->curl_easy_setopt(handle, CURLOPT_PRIVATE, context);
}

// The context that a transfer was given; NULL for none.
static inline void *curl_context(const curl_library *library, CURL *handle) {
    char *context = NULL;
    library->curl_easy_getinfo(handle, CURLINFO_PRIVATE, &context);
    return context;
}

// What a result means. Never NULL.
static inline const char *curl_meaning(const curl_library *library, CURLcode code) { return library->curl_easy_strerror(code); }

// The system's error of the last attempt to connect; 0 for none.
static inline int curl_system_error(const curl_library *library, CURL *handle) {
    long code = 0;
    library->curl_easy_getinfo(handle, CURLINFO_OS_ERRNO, &code);
    return (int)code;
}

static inline CURLcode curl_result(const CURLMsg *message) { return message->data.result; }

static inline curl_socket_t curl_open_socket(const struct curl_sockaddr *address) {
#ifdef SOCK_CLOEXEC
    return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
#else
    return socket(address->family, address->socktype, address->protocol);
#endif
}

// Copies an address's bytes in network order.
// Returns their number, 4 or 16, or 0 for another family.
static inline int curl_address_bytes(const struct curl_sockaddr *address, unsigned char bytes[16]) {
    if (address->family == AF_INET) {
        __builtin_memcpy(bytes, &((const struct sockaddr_in *)&address->addr)->sin_addr, 4);
        return 4;
    }
    if (address->family == AF_INET6) {
        __builtin_memcpy(bytes, &((const struct sockaddr_in6 *)&address->addr)->sin6_addr, 16);
        return 16;
    }
    return 0;
}
