/* See outside.h. */
#include "server/outside.h"

#include <arpa/inet.h>
#include <curl/curl.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { CONNECT_S = 10, WHOLE_S = 20, ANSWER = 64 * 1024 };

/* What isn't the open internet: this machine, private and local networks,
 * groups, and ways to write an IPv4 address as another. */
static const char *const inner[] = {
    "0.0.0.0/8",      "10.0.0.0/8",    "100.64.0.0/10", "127.0.0.0/8",
    "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24",  "192.168.0.0/16",
    "198.18.0.0/15",  "224.0.0.0/4",   "240.0.0.0/4",   "64:ff9b::/96",
    "64:ff9b:1::/48", "2001::/32",     "2002::/16",     "fc00::/7",
    "fe80::/10",      "fec0::/10",     "ff00::/8",
};

static void mapped(const uint8_t four[4], uint8_t out[16])
{
    memset(out, 0, 16);
    out[10] = out[11] = 0xFF;
    memcpy(out + 12, four, 4);
}

bool mq__range_read(const char *text, struct mq_range *out)
{
    char address[64];
    const char *slash = strchr(text, '/');
    size_t length = slash != NULL ? (size_t)(slash - text) : strlen(text);
    uint8_t four[4];
    char *end = NULL;
    long bits, most = 128;

    if (length == 0 || length >= sizeof(address)) {
        return false;
    }
    memcpy(address, text, length);
    address[length] = '\0';
    if (inet_pton(AF_INET, address, four) == 1) {
        mapped(four, out->bytes);
        most = 32;
    } else if (inet_pton(AF_INET6, address, out->bytes) != 1) {
        return false;
    }
    bits = slash != NULL ? strtol(slash + 1, &end, 10) : most;
    if (bits < 0 || bits > most ||
        (slash != NULL && (end == slash + 1 || *end != '\0'))) {
        return false;
    }
    out->bits = (int)(bits + 128 - most);
    return true;
}

static bool lies_in(const struct mq_range *range, const uint8_t at[16])
{
    int whole = range->bits / 8, rest = range->bits % 8;

    return memcmp(range->bytes, at, (size_t)whole) == 0 &&
           (rest == 0 || (range->bytes[whole] ^ at[whole]) >> (8 - rest) == 0);
}

bool mq__outside_allowed(const struct mq_ranges *allowed,
                         const struct sockaddr *address)
{
    static const uint8_t zero[12];
    uint8_t at[16];
    struct mq_range range;

    if (address->sa_family == AF_INET) {
        mapped(
            (const uint8_t *)&((const struct sockaddr_in *)address)->sin_addr,
            at);
    } else if (address->sa_family == AF_INET6) {
        memcpy(at, &((const struct sockaddr_in6 *)address)->sin6_addr, 16);
    } else {
        return false;
    }
    for (int i = 0; i < allowed->count; i++) {
        if (lies_in(&allowed->item[i], at)) {
            return true;
        }
    }
    for (size_t i = 0; i < sizeof(inner) / sizeof(inner[0]); i++) {
        if (mq__range_read(inner[i], &range) && lies_in(&range, at)) {
            return false;
        }
    }
    return memcmp(at, zero, sizeof(zero)) != 0; /* ::1, ::, ::a.b.c.d */
}

bool mq__outside_start(void)
{
    return curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK;
}

struct attempt {
    const struct mq_ranges *allowed;
    bool refused;
    size_t received;
};

/* Called with each address before it is connected to. */
static curl_socket_t open_socket(void *context, curlsocktype purpose,
                                 struct curl_sockaddr *address)
{
    struct attempt *a = context;

    if (purpose != CURLSOCKTYPE_IPCXN ||
        !mq__outside_allowed(a->allowed, &address->addr)) {
        a->refused = true;
        return CURL_SOCKET_BAD;
    }
    return socket(address->family, address->socktype | SOCK_CLOEXEC,
                  address->protocol);
}

/* The answer is nobody's business; a long one is cut off. */
static size_t swallow(char *bytes, size_t size, size_t count, void *context)
{
    struct attempt *a = context;

    (void)bytes;
    a->received += size * count;
    return a->received <= ANSWER ? size * count : 0;
}

static void set_common(CURL *curl)
{
    curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(curl, CURLOPT_PROXY, "");
    curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT, (long)CONNECT_S);
    curl_easy_setopt(curl, CURLOPT_TIMEOUT, (long)WHOLE_S);
}

static enum mq_sent judge(long status, char why[MQ_WHY_SIZE])
{
    snprintf(why, MQ_WHY_SIZE, "HTTP %ld", status);
    if (status >= 200 && status < 300) {
        return MQ_SENT;
    }
    if (status == 404 || status == 410) {
        return MQ_SENT_GONE;
    }
    if (status == 408 || status == 429 || status >= 500) {
        return MQ_SENT_LATER;
    }
    return MQ_SENT_NEVER;
}

static void set_post(CURL *curl, const struct mq_request *request,
                     struct curl_slist *headers, struct attempt *attempt)
{
    curl_easy_setopt(curl, CURLOPT_URL, request->url);
    curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "http,https");
    curl_easy_setopt(curl, CURLOPT_FOLLOWLOCATION, 0L);
    curl_easy_setopt(curl, CURLOPT_POST, 1L);
    curl_easy_setopt(curl, CURLOPT_POSTFIELDS, request->body);
    curl_easy_setopt(curl, CURLOPT_POSTFIELDSIZE, (long)request->length);
    curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers);
    curl_easy_setopt(curl, CURLOPT_USERAGENT, "maxq");
    curl_easy_setopt(curl, CURLOPT_OPENSOCKETFUNCTION, open_socket);
    curl_easy_setopt(curl, CURLOPT_OPENSOCKETDATA, attempt);
    curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, swallow);
    curl_easy_setopt(curl, CURLOPT_WRITEDATA, attempt);
}

enum mq_sent mq__outside_post(const struct mq_request *request,
                              char why[MQ_WHY_SIZE])
{
    CURL *curl = curl_easy_init();
    struct attempt attempt = {.allowed = request->allowed};
    struct curl_slist *headers = NULL;
    enum mq_sent sent = MQ_SENT_LATER;
    long status = 0;
    CURLcode code;

    snprintf(why, MQ_WHY_SIZE, "no memory");
    for (int i = 0; request->headers[i] != NULL; i++) {
        headers = curl_slist_append(headers, request->headers[i]);
    }
    if (curl != NULL) {
        set_common(curl);
        set_post(curl, request, headers, &attempt);
        code = curl_easy_perform(curl);
        curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &status);
        if (attempt.refused) {
            snprintf(why, MQ_WHY_SIZE, "not an address of the open internet");
            sent = MQ_SENT_NEVER;
        } else if (status > 0 &&
                   (code == CURLE_OK || code == CURLE_WRITE_ERROR)) {
            sent = judge(status, why);
        } else {
            /* curl's longer words have the host in them. */
            snprintf(why, MQ_WHY_SIZE, "%.150s", curl_easy_strerror(code));
            sent = code == CURLE_URL_MALFORMAT ||
                           code == CURLE_UNSUPPORTED_PROTOCOL
                       ? MQ_SENT_NEVER
                       : MQ_SENT_LATER;
        }
    }
    curl_slist_free_all(headers);
    curl_easy_cleanup(curl);
    return sent;
}

struct reading {
    const char *text;
    size_t length, at;
};

static size_t read_letter(char *out, size_t size, size_t count, void *context)
{
    struct reading *r = context;
    size_t part = r->length - r->at;

    part = part < size * count ? part : size * count;
    memcpy(out, r->text + r->at, part);
    r->at += part;
    return part;
}

static void set_mail(CURL *curl, const struct mq_smtp *smtp,
                     struct curl_slist *to, struct reading *reading)
{
    curl_easy_setopt(curl, CURLOPT_URL, smtp->url);
    curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "smtp,smtps");
    curl_easy_setopt(curl, CURLOPT_MAIL_FROM, smtp->from);
    curl_easy_setopt(curl, CURLOPT_MAIL_RCPT, to);
    curl_easy_setopt(curl, CURLOPT_READFUNCTION, read_letter);
    curl_easy_setopt(curl, CURLOPT_READDATA, reading);
    curl_easy_setopt(curl, CURLOPT_UPLOAD, 1L);
    /* A password goes over TLS or not at all. */
    curl_easy_setopt(
        curl, CURLOPT_USE_SSL,
        (long)(smtp->password != NULL ? CURLUSESSL_ALL : CURLUSESSL_TRY));
    if (smtp->user != NULL && smtp->password != NULL) {
        curl_easy_setopt(curl, CURLOPT_USERNAME, smtp->user);
        curl_easy_setopt(curl, CURLOPT_PASSWORD, smtp->password);
    }
}

enum mq_sent mq__outside_mail(const struct mq_smtp *smtp,
                              const struct mq_letter *letter,
                              char why[MQ_WHY_SIZE])
{
    CURL *curl = curl_easy_init();
    struct curl_slist *to = curl_slist_append(NULL, letter->to);
    struct reading reading = {letter->text, letter->length, 0};
    CURLcode code = CURLE_OUT_OF_MEMORY;
    long status = 0;

    if (curl != NULL && to != NULL) {
        set_common(curl);
        set_mail(curl, smtp, to, &reading);
        code = curl_easy_perform(curl);
        curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &status);
    }
    snprintf(why, MQ_WHY_SIZE, "SMTP %ld %.120s", status,
             code == CURLE_OK ? "" : curl_easy_strerror(code));
    curl_slist_free_all(to);
    curl_easy_cleanup(curl);
    if (code == CURLE_OK) {
        return MQ_SENT;
    }
    return status >= 550 && status < 560 ? MQ_SENT_NEVER : MQ_SENT_LATER;
}
