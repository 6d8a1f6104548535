/* The least that a C program can do with libmicrohttpd: what Understudy is measured against.
 *
 *   bare PORT          serves on 127.0.0.1:PORT until SIGTERM; port 0 takes a free one. Prints "ready PORT".
 *
 * /1k /20k /100k /2m   one shared response each, from memory
 * /delay               1 kB after 100 ms
 * /held                1 kB after 10 s
 *
 * An epoll pool of two threads. Delays are done properly: the connection is suspended, and one thread resumes those that are
 * due, on a grid of a millisecond. Each of the two delays is constant, so a first-in-first-out queue does for each.
 */
#include <microhttpd.h>
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>

enum { POOL = 2, CONNECTIONS = 20000, QUEUE = 32768, GRID_NS = 1000000 };

struct route {
    const char *path;
    size_t size;
    const char *type;
    struct MHD_Response *response;
};

static struct route routes[] = {
    {"/1k", 1024, "application/json", NULL},
    {"/20k", 20 * 1024, "application/json", NULL},
    {"/100k", 100 * 1024, "image/jpeg", NULL},
    {"/2m", 2 * 1024 * 1024, "image/jpeg", NULL},
};
enum { ROUTES = sizeof routes / sizeof routes[0] };

static struct MHD_Response *not_found;

struct delay {
    const char *path;
    long long nanoseconds;
    struct MHD_Connection *waiting[QUEUE];
    long long due[QUEUE];
    unsigned first, count;
};

static struct delay delays[] = {
    {.path = "/delay", .nanoseconds = 100000000LL},
    {.path = "/held", .nanoseconds = 10000000000LL},
};
enum { DELAYS = sizeof delays / sizeof delays[0] };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed;
static bool stopping;

/* Values of the per-request pointer; only their addresses matter. */
static char received, resumed;

static long long now_ns(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1000000000LL + t.tv_nsec;
}

static void *resume_what_is_due(void *unused) {
    static struct MHD_Connection *batch[QUEUE];
    (void)unused;
    pthread_mutex_lock(&lock);
    for (;;) {
        long long now = now_ns(), next = -1;
        unsigned size = 0;
        for (unsigned d = 0; d < DELAYS; d++) {
            struct delay *delay = &delays[d];
            while (delay->count > 0 && size < QUEUE && (stopping || delay->due[delay->first] <= now)) {
                batch[size++] = delay->waiting[delay->first];
                delay->first = (delay->first + 1) % QUEUE;
                delay->count--;
            }
            if (delay->count > 0 && (next < 0 || delay->due[delay->first] < next)) next = delay->due[delay->first];
        }
        if (size > 0) {
            pthread_mutex_unlock(&lock);
            for (unsigned i = 0; i < size; i++) MHD_resume_connection(batch[i]);
            pthread_mutex_lock(&lock);
            continue;
        }
        if (stopping) break;
        if (next < 0) {
            pthread_cond_wait(&changed, &lock);
        } else {
            next = (next + GRID_NS - 1) / GRID_NS * GRID_NS;
            struct timespec until = {next / 1000000000LL, next % 1000000000LL};
            pthread_cond_timedwait(&changed, &lock, &until);
        }
    }
    pthread_mutex_unlock(&lock);
    return NULL;
}

static enum MHD_Result answer(void *cls, struct MHD_Connection *connection, const char *url, const char *method,
                              const char *version, const char *upload_data, size_t *upload_size, void **request) {
    (void)cls, (void)method, (void)version, (void)upload_data;
    if (*request == NULL) {
        *request = &received;
        return MHD_YES;
    }
    if (*upload_size != 0) {
        *upload_size = 0;
        return MHD_YES;
    }
    if (*request == &resumed) return MHD_queue_response(connection, MHD_HTTP_OK, routes[0].response);
    for (unsigned i = 0; i < ROUTES; i++)
        if (strcmp(url, routes[i].path) == 0) return MHD_queue_response(connection, MHD_HTTP_OK, routes[i].response);
    for (unsigned d = 0; d < DELAYS; d++) {
        struct delay *delay = &delays[d];
        if (strcmp(url, delay->path) != 0) continue;
        pthread_mutex_lock(&lock);
        if (stopping || delay->count == QUEUE) {
            pthread_mutex_unlock(&lock);
            return MHD_NO;
        }
        *request = &resumed;
        MHD_suspend_connection(connection);
        unsigned last = (delay->first + delay->count++) % QUEUE;
        delay->waiting[last] = connection;
        delay->due[last] = now_ns() + delay->nanoseconds;
        if (delay->count == 1) pthread_cond_signal(&changed);
        pthread_mutex_unlock(&lock);
        return MHD_YES;
    }
    return MHD_queue_response(connection, MHD_HTTP_NOT_FOUND, not_found);
}

int main(int argc, char **argv) {
    if (argc != 2) {
        fprintf(stderr, "usage: bare PORT\n");
        return 64;
    }
    sigset_t stop;
    sigemptyset(&stop);
    sigaddset(&stop, SIGTERM);
    sigaddset(&stop, SIGINT);
    pthread_sigmask(SIG_BLOCK, &stop, NULL);
    signal(SIGPIPE, SIG_IGN);

    for (unsigned i = 0; i < ROUTES; i++) {
        char *body = malloc(routes[i].size);
        if (body == NULL) return 1;
        memset(body, 'x', routes[i].size);
        routes[i].response = MHD_create_response_from_buffer(routes[i].size, body, MHD_RESPMEM_MUST_FREE);
        MHD_add_response_header(routes[i].response, MHD_HTTP_HEADER_CONTENT_TYPE, routes[i].type);
    }
    not_found = MHD_create_response_from_buffer(0, "", MHD_RESPMEM_PERSISTENT);

    pthread_condattr_t monotonic;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&changed, &monotonic);
    pthread_t timer;
    if (pthread_create(&timer, NULL, resume_what_is_due, NULL) != 0) return 1;

    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((unsigned short)atoi(argv[1]))};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    struct MHD_Daemon *daemon = MHD_start_daemon(
        MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME, 0, NULL, NULL, answer, NULL, MHD_OPTION_SOCK_ADDR,
        &address, MHD_OPTION_THREAD_POOL_SIZE, (unsigned)POOL, MHD_OPTION_CONNECTION_LIMIT, (unsigned)CONNECTIONS,
        MHD_OPTION_LISTEN_BACKLOG_SIZE, 4096u, MHD_OPTION_END);
    if (daemon == NULL) {
        fprintf(stderr, "bare: starting on port %s: %s\n", argv[1], strerror(errno));
        return 69;
    }
    printf("ready %u\n", (unsigned)MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_BIND_PORT)->port);
    fflush(stdout);

    int signal_number;
    sigwait(&stop, &signal_number);
    pthread_mutex_lock(&lock);
    stopping = true;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
    pthread_join(timer, NULL);
    MHD_stop_daemon(daemon);
    return 0;
}
