// The items of a request's head, for the hook for received bytes; see received.c.
#pragma once

#include <stdbool.h>
#include <stddef.h>

/// Where in a head the next byte stands.
enum wire_item_place {
    WIRE_ITEMS_REQUEST_LINE,
    WIRE_ITEMS_LINE_BEGIN,
    /// Behind a CR that begins a line.
    WIRE_ITEMS_CR,
    /// In a line that may be, as far as it has come, one with cookies.
    WIRE_ITEMS_NAME,
    WIRE_ITEMS_COOKIES,
    WIRE_ITEMS_OTHER_FIELD,
    /// Behind the head.
    WIRE_ITEMS_END,
};

/// What the library keeps of a head beside its bytes: a note of each header field, cookie and query item, and copies of some values.
struct wire_items {
    size_t count;
    /// The length of the head so far.
    size_t bytes;
    /// The length of the values with cookies.
    size_t cookie_bytes;
    /// Whether a field goes on in a second line.
    bool has_fold;
    unsigned char place;
    /// How much of `Cookie:` has come.
    unsigned char matched;
};

/// Follows a head through received bytes, to its empty line.
void wire_follow_items(struct wire_items *self, const char *bytes, size_t count);

/// Whether the library has room for them.
/// @param received bytes behind the last request, which have the same memory.
/// @param memory of a connection; 0 when the items have memory of their own.
bool wire_items_fit(const struct wire_items *self, size_t received, size_t memory);
