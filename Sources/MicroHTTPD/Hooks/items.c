// A part of the hook for received bytes; see received.c.
#include "items.h"

#include "chunks.h"

/// What a note takes of the memory, with its alignment.
static const size_t note_size = 64;
/// For alignment.
static const size_t spare = 1024;

static const char cookie[] = "cookie:";
enum { COOKIE_NAME = sizeof cookie - 2, COOKIE = sizeof cookie - 1 };

/// What some versions of the library skip before a name and behind it.
static bool is_gap(char byte) { return is_blank(byte) || byte == '\r' || byte == 0; }

static void follow_name(struct wire_items *self, char byte) {
    if (is_gap(byte) && (self->matched == 0 || self->matched == COOKIE_NAME)) return;
    if ((byte | 0x20) != cookie[self->matched]) {
        self->place = WIRE_ITEMS_OTHER_FIELD;
    } else if (++self->matched == COOKIE) {
        self->place = WIRE_ITEMS_COOKIES;
        self->count++;
    }
}

static void begin_line(struct wire_items *self, char byte) {
    if (is_blank(byte)) {
        self->has_fold = true;
        if (self->matched == COOKIE) {
            self->place = WIRE_ITEMS_COOKIES;
            return;
        }
    }
    self->matched = 0;
    self->place = WIRE_ITEMS_NAME;
    follow_name(self, byte);
}

static void follow(struct wire_items *self, char byte) {
    switch (self->place) {
    case WIRE_ITEMS_REQUEST_LINE:
        if (byte == '&') self->count++;
        break;
    case WIRE_ITEMS_LINE_BEGIN:
        if (byte == '\r') self->place = WIRE_ITEMS_CR;
        else begin_line(self, byte);
        break;
    case WIRE_ITEMS_CR: begin_line(self, byte); break;
    case WIRE_ITEMS_NAME: follow_name(self, byte); break;
    case WIRE_ITEMS_COOKIES:
        self->cookie_bytes++;
        if (byte == ';' || byte == ',') self->count++;
        break;
    default: break;
    }
}

void wire_follow_items(struct wire_items *self, const char *bytes, size_t count) {
    for (const char *end = bytes + count; bytes < end && self->place != WIRE_ITEMS_END; bytes++) {
        self->bytes++;
        if (*bytes != '\n') {
            follow(self, *bytes);
        } else if (self->place == WIRE_ITEMS_LINE_BEGIN || self->place == WIRE_ITEMS_CR) {
            self->place = WIRE_ITEMS_END;
        } else {
            self->count++;
            self->place = WIRE_ITEMS_LINE_BEGIN;
        }
    }
}

bool wire_items_fit(const struct wire_items *self, size_t received, size_t memory) {
    if (memory == 0) return true;
    size_t bytes = received;
    // The copy of a folded field stands behind the memory to receive into, half of all, and keeps the notes from taking what is free of it.
    if (self->has_fold) bytes = (received < memory / 2 ? memory / 2 : received) + received;
    return self->count * note_size + self->cookie_bytes + bytes + spare <= memory;
}
