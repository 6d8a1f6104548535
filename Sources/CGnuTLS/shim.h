// GnuTLS, called through a table that dlopen fills when the first listener speaks TLS (decision 0172): nothing here links it.
// Sequences of its calls that only pass values on are functions here.
#pragma once
#include <gnutls/gnutls.h>
#include <gnutls/x509.h>
#include <gnutls/crypto.h>
#include <arpa/inet.h>
#include <dlfcn.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>

#define TLS_FUNCTIONS(CALL)                                                                                                          \
    CALL(gnutls_strerror) CALL(gnutls_init) CALL(gnutls_deinit) CALL(gnutls_handshake) CALL(gnutls_bye) CALL(gnutls_record_recv)     \
    CALL(gnutls_record_send) CALL(gnutls_record_get_direction) CALL(gnutls_error_is_fatal) CALL(gnutls_transport_set_int2)           \
    CALL(gnutls_priority_set_direct) CALL(gnutls_credentials_set) CALL(gnutls_alpn_set_protocols)                                    \
    CALL(gnutls_certificate_allocate_credentials) CALL(gnutls_certificate_free_credentials)                                          \
    CALL(gnutls_certificate_set_x509_key_mem) CALL(gnutls_certificate_set_x509_trust_mem)                                            \
    CALL(gnutls_certificate_server_set_request) CALL(gnutls_session_set_verify_cert) CALL(gnutls_session_get_verify_cert_status)      \
    CALL(gnutls_x509_crt_init)                                                                                                       \
    CALL(gnutls_x509_crt_deinit) CALL(gnutls_x509_crt_import) CALL(gnutls_x509_crt_get_expiration_time)                              \
    CALL(gnutls_x509_crt_get_activation_time) CALL(gnutls_x509_crt_check_hostname) CALL(gnutls_x509_privkey_init)                    \
    CALL(gnutls_x509_privkey_deinit) CALL(gnutls_x509_privkey_generate) CALL(gnutls_x509_privkey_import)                             \
    CALL(gnutls_x509_privkey_export) CALL(gnutls_x509_crt_set_version) CALL(gnutls_x509_crt_set_serial) CALL(gnutls_x509_crt_set_dn) \
    CALL(gnutls_x509_crt_set_activation_time) CALL(gnutls_x509_crt_set_expiration_time)                                              \
    CALL(gnutls_x509_crt_set_basic_constraints) CALL(gnutls_x509_crt_set_key_usage) CALL(gnutls_x509_crt_set_key_purpose_oid)        \
    CALL(gnutls_x509_crt_set_subject_alt_name) CALL(gnutls_x509_crt_set_subject_key_id) CALL(gnutls_x509_crt_set_authority_key_id)   \
    CALL(gnutls_x509_crt_set_key) CALL(gnutls_x509_crt_sign2) CALL(gnutls_x509_crt_export) CALL(gnutls_x509_crt_get_key_id)          \
    CALL(gnutls_x509_crt_list_import)                                                                                                \
    CALL(gnutls_rnd) CALL(gnutls_alert_get) CALL(gnutls_alert_get_name) CALL(gnutls_alert_send_appropriate)

typedef struct tls_library {
#define TLS_MEMBER(function) __typeof__(function) *function;
    TLS_FUNCTIONS(TLS_MEMBER)
#undef TLS_MEMBER
} tls_library;

/// Loads the library and fills the table. Returns NULL, or why it could not.
static inline const char *tls_load(tls_library *table) {
    void *handle = dlopen("libgnutls.so.30", RTLD_NOW | RTLD_LOCAL);
    if (!handle) return dlerror();
#define TLS_FIND(function) \
    if (!(table->function = (__typeof__(table->function))dlsym(handle, #function))) return dlerror();
    TLS_FUNCTIONS(TLS_FIND)
#undef TLS_FIND
    return NULL;
}

// MARK: Sessions

/// Begins the server's side on a non-blocking socket. Returns 0, or an error.
static inline int tls_begin(const tls_library *t, gnutls_session_t *session, gnutls_certificate_credentials_t credentials, int socket,
                            int asks_client) {
    int code = t->gnutls_init(session, GNUTLS_SERVER | GNUTLS_NONBLOCK | GNUTLS_NO_SIGNAL);
    if (code != 0) return code;
    static char name[] = "http/1.1";
    gnutls_datum_t protocol = {(unsigned char *)name, sizeof name - 1};
    if ((code = t->gnutls_priority_set_direct(*session, "NORMAL:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2", NULL)) == 0 &&
        (code = t->gnutls_credentials_set(*session, GNUTLS_CRD_CERTIFICATE, credentials)) == 0)
        code = t->gnutls_alpn_set_protocols(*session, &protocol, 1, 0);
    if (code != 0) {
        t->gnutls_deinit(*session);
        return code;
    }
    if (asks_client) {
        t->gnutls_certificate_server_set_request(*session, GNUTLS_CERT_REQUIRE);
        t->gnutls_session_set_verify_cert(*session, NULL, 0);
    }
    t->gnutls_transport_set_int2(*session, socket, socket);
    return 0;
}

static inline int tls_handshake(const tls_library *t, gnutls_session_t session) { return t->gnutls_handshake(session); }
static inline long tls_receive(const tls_library *t, gnutls_session_t session, void *bytes, size_t room) {
    return t->gnutls_record_recv(session, bytes, room);
}
static inline long tls_send(const tls_library *t, gnutls_session_t session, const void *bytes, size_t count) {
    return t->gnutls_record_send(session, bytes, count);
}
/// Sends close_notify: nothing more is sent. Returns 0, or an error.
static inline int tls_finish(const tls_library *t, gnutls_session_t session) { return t->gnutls_bye(session, GNUTLS_SHUT_WR); }
/// Tells the client by an alert why a handshake failed, if there is one for the error. Returns what is wrong with the client's certificate, if
/// that is the reason: bits of gnutls_certificate_status_t; else 0.
static inline unsigned tls_alert(const tls_library *t, gnutls_session_t session, int code) {
    t->gnutls_alert_send_appropriate(session, code);
    return code == GNUTLS_E_CERTIFICATE_VERIFICATION_ERROR ? t->gnutls_session_get_verify_cert_status(session) : 0;
}
enum { TLS_IS_EXPIRED = GNUTLS_CERT_EXPIRED, TLS_IS_NOT_YET_VALID = GNUTLS_CERT_NOT_ACTIVATED, TLS_IS_OF_OTHERS = GNUTLS_CERT_SIGNER_NOT_FOUND };
/// The name of the client's alert, if the error is one; else NULL.
static inline const char *tls_alert_name(const tls_library *t, gnutls_session_t session, int code) {
    if (code != GNUTLS_E_FATAL_ALERT_RECEIVED && code != GNUTLS_E_WARNING_ALERT_RECEIVED) return NULL;
    return t->gnutls_alert_get_name(t->gnutls_alert_get(session));
}
/// Whether the client has given up: it closed the connection, or sent an alert in a form that GnuTLS cannot read (OpenSSL does so with TLS 1.3).
static inline int tls_has_left(int code) {
    return code == GNUTLS_E_PREMATURE_TERMINATION || code == GNUTLS_E_PULL_ERROR || code == GNUTLS_E_DECRYPTION_FAILED;
}
/// Whether a client without a certificate was asked for one.
static inline int tls_lacks_certificate(int code) { return code == GNUTLS_E_NO_CERTIFICATE_FOUND || code == GNUTLS_E_CERTIFICATE_REQUIRED; }
/// Whether the interrupted call waits for room to write.
static inline int tls_wants_to_write(const tls_library *t, gnutls_session_t session) { return t->gnutls_record_get_direction(session) == 1; }
/// Whether the call is to be repeated when the socket is ready.
static inline int tls_must_wait(long code) { return code == GNUTLS_E_AGAIN || code == GNUTLS_E_INTERRUPTED; }
/// Whether the call can be repeated.
static inline int tls_can_go_on(const tls_library *t, long code) { return code < 0 && !t->gnutls_error_is_fatal((int)code); }

// MARK: Certificates

/// The dates of a certificate in PEM, the first of the file. Returns 0, or an error.
static inline int tls_dates(const tls_library *t, const void *pem, unsigned count, long long *from, long long *until) {
    gnutls_x509_crt_t certificate;
    gnutls_datum_t data = {(unsigned char *)pem, count};
    int code = t->gnutls_x509_crt_init(&certificate);
    if (code != 0) return code;
    if ((code = t->gnutls_x509_crt_import(certificate, &data, GNUTLS_X509_FMT_PEM)) == 0) {
        *from = t->gnutls_x509_crt_get_activation_time(certificate);
        *until = t->gnutls_x509_crt_get_expiration_time(certificate);
    }
    t->gnutls_x509_crt_deinit(certificate);
    return code;
}

/// When the last of the certificates in PEM ends: the first `TLS_READ_AUTHORITIES` of the file are read. Returns 0, or an error.
#define TLS_READ_AUTHORITIES 256
static inline int tls_latest_end(const tls_library *t, const void *pem, unsigned count, long long *until) {
    gnutls_x509_crt_t certificates[TLS_READ_AUTHORITIES];
    unsigned read = TLS_READ_AUTHORITIES;
    gnutls_datum_t data = {(unsigned char *)pem, count};
    int code = t->gnutls_x509_crt_list_import(certificates, &read, &data, GNUTLS_X509_FMT_PEM, 0);
    if (code < 0) return code;
    *until = 0;
    for (int i = 0; i < code; i++) {
        long long end = t->gnutls_x509_crt_get_expiration_time(certificates[i]);
        if (end > *until) *until = end;
        t->gnutls_x509_crt_deinit(certificates[i]);
    }
    return 0;
}

/// Whether a certificate in PEM is for that host: a name, or a numeric address.
static inline int tls_is_for(const tls_library *t, const void *pem, unsigned count, const char *host) {
    gnutls_x509_crt_t certificate;
    gnutls_datum_t data = {(unsigned char *)pem, count};
    if (t->gnutls_x509_crt_init(&certificate) != 0) return 0;
    int is = t->gnutls_x509_crt_import(certificate, &data, GNUTLS_X509_FMT_PEM) == 0 &&
             t->gnutls_x509_crt_check_hostname(certificate, host) != 0;
    t->gnutls_x509_crt_deinit(certificate);
    return is;
}

/// Makes credentials of a chain and its key, and of the authorities of clients where there are some (NULL for none); `end` is when the last
/// of these expires. Returns 0, or an error; `part` then is 0 for certificate and key, 1 for the authorities.
static inline int tls_credentials(const tls_library *t, gnutls_certificate_credentials_t *credentials, const void *chain,
                                  unsigned chain_count, const void *key, unsigned key_count, const void *authorities,
                                  unsigned authorities_count, int *part, long long *end) {
    int code = t->gnutls_certificate_allocate_credentials(credentials);
    if (code != 0) return code;
    gnutls_datum_t certificate = {(unsigned char *)chain, chain_count}, secret = {(unsigned char *)key, key_count};
    gnutls_datum_t trusted = {(unsigned char *)authorities, authorities_count};
    *part = 0;
    code = t->gnutls_certificate_set_x509_key_mem(*credentials, &certificate, &secret, GNUTLS_X509_FMT_PEM);
    if (code >= 0 && authorities != NULL) {
        *part = 1;
        code = t->gnutls_certificate_set_x509_trust_mem(*credentials, &trusted, GNUTLS_X509_FMT_PEM);
        if (code == 0) code = GNUTLS_E_NO_CERTIFICATE_FOUND;
        if (code > 0) code = tls_latest_end(t, authorities, authorities_count, end);
    }
    if (code >= 0) return 0;
    t->gnutls_certificate_free_credentials(*credentials);
    return code;
}

static inline int tls_is_key_of_another(int code) { return code == GNUTLS_E_CERTIFICATE_KEY_MISMATCH; }

/// A certificate to make.
struct tls_wish {
    /// The distinguished name, as RFC 4514 writes it.
    const char *name;
    long long from, until;
    int is_authority;
    /// Host names and numeric addresses, each ended by a NUL, and an empty one at the end.
    const char *hosts;
    /// The issuer's certificate and key in PEM; NULL when it signs itself.
    const char *issuer, *issuer_key;
};

/// Makes a key (ECDSA P-256) and a certificate for it, both in PEM with a NUL at the end. Returns 0, or an error.
static inline int tls_make(const tls_library *t, const struct tls_wish *wish, char *certificate, size_t certificate_room, char *key,
                           size_t key_room) {
    gnutls_x509_crt_t made = NULL, issuer = NULL;
    gnutls_x509_privkey_t secret = NULL, issuer_secret = NULL;
    unsigned char serial[16], id[64];
    size_t id_size = sizeof id;
    int code;
#define TLS_TRY(call) \
    if ((code = (call)) < 0) goto end
    TLS_TRY(t->gnutls_x509_crt_init(&made));
    TLS_TRY(t->gnutls_x509_privkey_init(&secret));
    TLS_TRY(t->gnutls_x509_privkey_generate(secret, GNUTLS_PK_ECDSA, GNUTLS_CURVE_TO_BITS(GNUTLS_ECC_CURVE_SECP256R1), 0));
    TLS_TRY(t->gnutls_rnd(GNUTLS_RND_NONCE, serial, sizeof serial));
    serial[0] = (serial[0] & 0x3F) | 0x40;
    TLS_TRY(t->gnutls_x509_crt_set_version(made, 3));
    TLS_TRY(t->gnutls_x509_crt_set_serial(made, serial, sizeof serial));
    TLS_TRY(t->gnutls_x509_crt_set_dn(made, wish->name, NULL));
    TLS_TRY(t->gnutls_x509_crt_set_activation_time(made, (time_t)wish->from));
    TLS_TRY(t->gnutls_x509_crt_set_expiration_time(made, (time_t)wish->until));
    TLS_TRY(t->gnutls_x509_crt_set_key(made, secret));
    TLS_TRY(t->gnutls_x509_crt_set_basic_constraints(made, (unsigned)wish->is_authority, wish->is_authority ? 0 : -1));
    TLS_TRY(t->gnutls_x509_crt_set_key_usage(
        made, wish->is_authority ? GNUTLS_KEY_KEY_CERT_SIGN | GNUTLS_KEY_CRL_SIGN : GNUTLS_KEY_DIGITAL_SIGNATURE));
    if (!wish->is_authority) TLS_TRY(t->gnutls_x509_crt_set_key_purpose_oid(made, GNUTLS_KP_TLS_WWW_SERVER, 0));
    for (const char *host = wish->hosts; host != NULL && *host != 0; host += strlen(host) + 1) {
        unsigned char address[16];
        unsigned size = inet_pton(AF_INET, host, address) == 1 ? 4 : inet_pton(AF_INET6, host, address) == 1 ? 16 : 0;
        TLS_TRY(size ? t->gnutls_x509_crt_set_subject_alt_name(made, GNUTLS_SAN_IPADDRESS, address, size, GNUTLS_FSAN_APPEND)
                     : t->gnutls_x509_crt_set_subject_alt_name(
                           made, GNUTLS_SAN_DNSNAME, host, (unsigned)strlen(host), GNUTLS_FSAN_APPEND));
    }
    TLS_TRY(t->gnutls_x509_crt_get_key_id(made, 0, id, &id_size));
    TLS_TRY(t->gnutls_x509_crt_set_subject_key_id(made, id, id_size));
    if (wish->issuer != NULL) {
        gnutls_datum_t pem = {(unsigned char *)wish->issuer, (unsigned)strlen(wish->issuer)};
        gnutls_datum_t key_pem = {(unsigned char *)wish->issuer_key, (unsigned)strlen(wish->issuer_key)};
        TLS_TRY(t->gnutls_x509_crt_init(&issuer));
        TLS_TRY(t->gnutls_x509_crt_import(issuer, &pem, GNUTLS_X509_FMT_PEM));
        TLS_TRY(t->gnutls_x509_privkey_init(&issuer_secret));
        TLS_TRY(t->gnutls_x509_privkey_import(issuer_secret, &key_pem, GNUTLS_X509_FMT_PEM));
        id_size = sizeof id;
        TLS_TRY(t->gnutls_x509_crt_get_key_id(issuer, 0, id, &id_size));
        TLS_TRY(t->gnutls_x509_crt_set_authority_key_id(made, id, id_size));
    }
    TLS_TRY(t->gnutls_x509_crt_sign2(made, issuer ? issuer : made, issuer_secret ? issuer_secret : secret, GNUTLS_DIG_SHA256, 0));
    TLS_TRY(t->gnutls_x509_crt_export(made, GNUTLS_X509_FMT_PEM, certificate, &certificate_room));
    TLS_TRY(t->gnutls_x509_privkey_export(secret, GNUTLS_X509_FMT_PEM, key, &key_room));
    code = 0;
end:
#undef TLS_TRY
    if (made) t->gnutls_x509_crt_deinit(made);
    if (issuer) t->gnutls_x509_crt_deinit(issuer);
    if (secret) t->gnutls_x509_privkey_deinit(secret);
    if (issuer_secret) t->gnutls_x509_privkey_deinit(issuer_secret);
    return code;
}

static inline const char *tls_reason(const tls_library *t, int code) { return t->gnutls_strerror(code); }

// MARK: Sockets

/// A pair of connected sockets that do not block. Returns 0, or -1 and errno.
static inline int tls_pair(int ends[2]) { return socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, ends); }
