/* See wire.h. */
#include "cli/wire.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static int dial(int port)
{
    struct sockaddr_in to = {.sin_family = AF_INET,
                             .sin_port = htons((uint16_t)port),
                             .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), one = 1;

    if (fd >= 0 && connect(fd, (struct sockaddr *)&to, sizeof(to)) != 0) {
        close(fd);
        return -1;
    }
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof(one));
    return fd;
}

static bool send_all(int fd, const char *bytes, size_t length)
{
    while (length > 0) {
        ssize_t sent = send(fd, bytes, length, MSG_NOSIGNAL);

        if (sent < 0 && errno != EINTR) {
            return false;
        }
        if (sent > 0) {
            bytes += sent;
            length -= (size_t)sent;
        }
    }
    return true;
}

/* The value of a header, up to the end of its line; NULL: not there. */
static const char *header(const char *head, const char *name)
{
    const char *at = strstr(head, name);

    return at != NULL ? at + strlen(name) : NULL;
}

static void keep_cookie(const char *head, char cookie[MQ_COOKIE_SIZE])
{
    const char *at = header(head, "set-cookie: ");

    if (at != NULL) {
        snprintf(cookie, MQ_COOKIE_SIZE, "%.*s", (int)strcspn(at, ";"), at);
    }
}

/* Reads on until the head and as many bytes as it promises are there. */
static bool read_answer(int fd, struct mq_buf *in, size_t *head)
{
    size_t wanted = SIZE_MAX;
    char bytes[16384];

    *head = 0;
    while (*head == 0 || in->length < wanted) {
        ssize_t got = recv(fd, bytes, sizeof(bytes), 0);
        const char *end, *length;

        if (got <= 0) {
            return false;
        }
        mq__buf_add(in, bytes, (size_t)got);
        end = *head == 0 ? strstr(mq__buf_text(in), "\r\n\r\n") : NULL;
        if (end != NULL) {
            *head = (size_t)(end - mq__buf_text(in)) + 4;
            length = header(mq__buf_text(in), "content-length: ");
            wanted = *head + (length != NULL ? strtoul(length, NULL, 10) : 0);
        }
    }
    return true;
}

int mq__wire_request(int port, const char *method, const char *path,
                     const char *body, char cookie[MQ_COOKIE_SIZE],
                     struct mq_buf *out)
{
    struct mq_buf text, in;
    size_t head;
    int fd = dial(port), status = -1;

    mq__buf_init(&text);
    mq__buf_init(&in);
    mq__buf_clear(out);
    mq__buf_printf(&text,
                   "%s %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n"
                   "Content-Type: application/json\r\nContent-Length: %zu\r\n",
                   method, path, port, strlen(body));
    if (cookie[0] != '\0') {
        mq__buf_printf(&text, "Cookie: %s\r\n", cookie);
    }
    mq__buf_printf(&text, "\r\n%s", body);
    if (fd >= 0 && send_all(fd, mq__buf_text(&text), text.length) &&
        read_answer(fd, &in, &head)) {
        status = (int)strtol(mq__buf_text(&in) + 9, NULL, 10);
        keep_cookie(mq__buf_text(&in), cookie);
        mq__buf_add(out, mq__buf_text(&in) + head, in.length - head);
    }
    if (fd >= 0) {
        close(fd);
    }
    mq__buf_finish(&text);
    mq__buf_finish(&in);
    return status;
}

bool mq__wire_open(struct mq_wire *wire, int port, const char *cookie)
{
    struct mq_buf text;
    const char *end = NULL;

    mq__buf_init(&wire->in);
    mq__buf_init(&text);
    wire->taken = 0;
    wire->fd = dial(port);
    mq__buf_printf(&text,
                   "GET /ws HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n"
                   "Upgrade: websocket\r\nConnection: Upgrade\r\n"
                   "Sec-WebSocket-Version: 13\r\n"
                   "Sec-WebSocket-Protocol: maxq.v1\r\n"
                   "Sec-WebSocket-Key: bWF4cS1iZW5jaC1zZXJ2ZQ==\r\n"
                   "Cookie: %s\r\n\r\n",
                   port, cookie[0] != '\0' ? cookie : "none=1");
    if (wire->fd >= 0 && send_all(wire->fd, mq__buf_text(&text), text.length)) {
        while (end == NULL && mq__wire_read(wire)) {
            end = strstr(mq__buf_text(&wire->in), "\r\n\r\n");
        }
    }
    mq__buf_finish(&text);
    if (end == NULL || strncmp(mq__buf_text(&wire->in) + 9, "101", 3) != 0) {
        mq__wire_close(wire);
        return false;
    }
    wire->taken = (size_t)(end - mq__buf_text(&wire->in)) + 4;
    return true;
}

void mq__wire_close(struct mq_wire *wire)
{
    if (wire->fd >= 0) {
        close(wire->fd);
    }
    wire->fd = -1;
    mq__buf_finish(&wire->in);
}

/* The mask is 0: nobody is to be protected from anything here. */
bool mq__wire_send(struct mq_wire *wire, const char *text, size_t length)
{
    char frame[8 + 1024];
    size_t head = 2;

    if (length > 1024) {
        return false;
    }
    frame[0] = (char)0x81;
    frame[1] = (char)(0x80 | (length < 126 ? length : 126));
    if (length >= 126) {
        frame[2] = (char)(length >> 8);
        frame[3] = (char)(length & 255);
        head = 4;
    }
    memset(frame + head, 0, 4);
    memcpy(frame + head + 4, text, length);
    return send_all(wire->fd, frame, head + 4 + length);
}

bool mq__wire_read(struct mq_wire *wire)
{
    char bytes[16384];
    ssize_t got = recv(wire->fd, bytes, sizeof(bytes), 0);

    if (got <= 0) {
        return false;
    }
    if (wire->taken > 0) {
        size_t left = wire->in.length - wire->taken;

        memmove(wire->in.data, wire->in.data + wire->taken, left);
        wire->in.length = left;
        wire->taken = 0;
    }
    mq__buf_add(&wire->in, bytes, (size_t)got);
    return !wire->in.failed;
}

/* The server asks whether we are there. */
static void pong(struct mq_wire *wire)
{
    static const char frame[] = {(char)0x8A, (char)0x80, 0, 0, 0, 0};

    send_all(wire->fd, frame, sizeof(frame));
}

/* The next frame; its first byte in *opcode. */
static char *next_frame(struct mq_wire *wire, unsigned *opcode, size_t *length)
{
    unsigned char *p = (unsigned char *)wire->in.data + wire->taken;
    size_t have = wire->in.length - wire->taken, head = 2, count;

    if (have < 2) {
        return NULL;
    }
    count = p[1] & 127U;
    head = count == 126 ? 4 : count == 127 ? 10 : 2;
    if (have < head) {
        return NULL;
    }
    if (count == 126) {
        count = (size_t)p[2] << 8 | p[3];
    } else if (count == 127) {
        count =
            (size_t)p[6] << 24 | (size_t)p[7] << 16 | (size_t)p[8] << 8 | p[9];
    }
    if (have < head + count) {
        return NULL;
    }
    *opcode = p[0] & 15U;
    *length = count;
    wire->taken += head + count;
    return (char *)p + head;
}

char *mq__wire_next(struct mq_wire *wire, size_t *length)
{
    unsigned opcode = 0;
    char *text = next_frame(wire, &opcode, length);

    while (text != NULL && opcode != 1) {
        if (opcode == 9) {
            pong(wire);
        }
        text = next_frame(wire, &opcode, length);
    }
    return text;
}
