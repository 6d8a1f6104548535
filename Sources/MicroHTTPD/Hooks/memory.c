// Hook: the memory of a connection.
//
// Provides   a limit of the head that counts only its bytes. The library keeps 64 bytes of notes for each header field, cookie and query
//            item in the same memory as the head: a hundred fields of a hundred bytes were a 431 at 11 of 16 KiB. Here the notes have
//            memory of their own, which grows. Also, memory is not zeroed between requests, which the library's source calls
//            "technically not needed": it is the whole memory, for each request. And a response's head that does not fit beside the
//            request's gets memory of its own, so that no request that was accepted is left without its response.
// How        The private functions of the library's memorypool.c, all of them, under their own names: the archive's object with them is
//            then not linked. The definitions are weak: if something links that object, all of them are the library's again. With the
//            shared library they are never called.
// Versions   0.9.75 to 1.0.1 (versions.h); 1.0 has two more.
// Without    the library gets eight times the memory, and the head's size is checked here: 128 KiB for each connection in place of 16,
//            zeroed for each request. It holds the head and 64 bytes for each header field, cookie and query item: more of them are a 431
//            (received.c). A response's head must fit into half of it.
#include "versions.h"

#if WIRE_HOOKS

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct MemoryPool {
    /// Received bytes, followed by bytes to send.
    char *piece;
    size_t size;
    size_t used;
    /// The next note, and the end of its room.
    char *note;
    char *notes_end;
    /// Whether the buffer to send from is a room, which cannot grow.
    bool sends_from_room;
    /// More rooms for notes, and for a long head of a response, until the end of the request.
    struct room {
        struct room *before;
        _Alignas(16) char bytes[];
    } *rooms;
    /// The room among them for the head that is written next, and its size; null when the library has it, or none was needed.
    struct room *head_room;
    size_t head_room_size;
};

/// Enough for most requests, so that they do not allocate.
static const size_t own_notes = 1024;
static const size_t room_size = 4096;
static bool is_used;

bool wire_hooks_memory(void) { return is_used; }

/// Rounded up to an alignment for any value; 0 on overflow.
static size_t rounded(size_t count) { return (count + 15) & ~(size_t) 15; }

#define HOOK __attribute__((weak, visibility("hidden")))

/// Called once, when the library is set up.
HOOK void MHD_init_mem_pools_(void) { is_used = true; }

HOOK struct MemoryPool *MHD_pool_create(size_t size) {
    size = rounded(size);
    size_t offset = rounded(sizeof(struct MemoryPool));
    struct MemoryPool *pool = malloc(offset + size + own_notes);
    if (pool == NULL) return NULL;
    pool->piece = (char *) pool + offset;
    pool->size = size;
    pool->used = 0;
    pool->note = pool->piece + size;
    pool->notes_end = pool->note + own_notes;
    pool->rooms = NULL;
    pool->head_room = NULL;
    pool->sends_from_room = false;
    return pool;
}

static void release_rooms(struct MemoryPool *pool) {
    while (pool->rooms != NULL) {
        struct room *room = pool->rooms;
        pool->rooms = room->before;
        free(room);
    }
    pool->note = pool->piece + pool->size;
    pool->notes_end = pool->note + own_notes;
    pool->head_room = NULL;
    pool->sends_from_room = false;
}

HOOK void MHD_pool_destroy(struct MemoryPool *pool) {
    if (pool == NULL) return;
    release_rooms(pool);
    free(pool);
}

/// A room until the end of the request.
static struct room *add_room(struct MemoryPool *pool, size_t size) {
    struct room *room = malloc(sizeof(struct room) + size);
    if (room == NULL) return NULL;
    room->before = pool->rooms;
    pool->rooms = room;
    return room;
}

/// A note, outside of the piece.
static void *allocate_note(struct MemoryPool *pool, size_t size) {
    size_t count = rounded(size);
    if (count < size) return NULL;
    if (count > (size_t) (pool->notes_end - pool->note)) {
        size_t room_bytes = count > room_size ? count : room_size;
        struct room *room = add_room(pool, room_bytes);
        if (room == NULL) return NULL;
        pool->note = room->bytes;
        pool->notes_end = room->bytes + room_bytes;
    }
    void *note = pool->note;
    pool->note += count;
    return note;
}

/// What the library writes around the block of a head: the status and fields of its own.
static const size_t head_frame = 256;

/// The library asks for it before it takes all of it for the head of a response, whose block is set meanwhile, and before it makes the
/// buffer to send from longer in place. It does not look whether it got what this promises, so the room for a long head is made here.
HOOK size_t MHD_pool_get_free(struct MemoryPool *pool) {
    if (pool->sends_from_room) return 0;
    size_t left = pool->size - pool->used;
    size_t block = wire_head_block_size();
    if (block == 0 || left >= block + head_frame) return left;
    if (pool->head_room == NULL || pool->head_room_size < block + head_frame) {
        struct room *room = add_room(pool, block + head_frame);
        if (room == NULL) return left;
        pool->head_room = room;
        pool->head_room_size = block + head_frame;
    }
    return pool->head_room_size;
}

HOOK void *MHD_pool_allocate(struct MemoryPool *pool, size_t size, bool is_note) {
    if (is_note) return allocate_note(pool, size);
    size_t count = rounded(size);
    if (count < size || count > pool->size - pool->used) return NULL;
    void *result = pool->piece + pool->used;
    pool->used += count;
    return result;
}

/// `missing` gets how much must be freed first. For notes that does not help.
HOOK void *MHD_pool_try_alloc(struct MemoryPool *pool, size_t size, size_t *missing) {
    void *note = allocate_note(pool, size);
    *missing = note == NULL ? SIZE_MAX : 0;
    return note;
}

/// Whether the block is the last one of the piece.
static bool is_last(const struct MemoryPool *pool, const void *block, size_t size) {
    size_t start = (size_t) ((const char *) block - pool->piece);
    return start <= pool->used && pool->used == rounded(start + size);
}

HOOK bool MHD_pool_is_resizable_inplace(struct MemoryPool *pool, void *block, size_t size) {
    return block != NULL && is_last(pool, block, size);
}

/// In place if the block is the last one or shrinks; else it moves. Null when there is no room; the block then stays as it was. The buffer
/// for the head of a response, which is new, may be longer than the rest of the piece.
HOOK void *MHD_pool_reallocate(struct MemoryPool *pool, void *old, size_t old_size, size_t size) {
    if (old != NULL) {
        size_t start = (size_t) ((char *) old - pool->piece);
        if (is_last(pool, old, old_size)) {
            if (size > pool->size - start) return NULL;
            pool->used = rounded(start + size);
            return old;
        }
        if (size <= old_size) return old;
    }
    if (old == NULL && pool->head_room != NULL && size == pool->head_room_size && wire_head_block_size() != 0) {
        char *bytes = pool->head_room->bytes;
        pool->head_room = NULL;
        pool->sends_from_room = true;
        return bytes;
    }
    void *result = MHD_pool_allocate(pool, size, false);
    if (result != NULL && old != NULL) memcpy(result, old, old_size);
    return result;
}

HOOK void MHD_pool_deallocate(struct MemoryPool *pool, void *block, size_t size) {
    if (block == NULL || size == 0) return;
    char *bytes = block;
    if (bytes < pool->piece || bytes >= pool->piece + pool->size) return;
    if (is_last(pool, block, size)) pool->used = rounded((size_t) (bytes - pool->piece));
}

/// Called between two requests. Frees everything except `kept`.
HOOK void *MHD_pool_reset(struct MemoryPool *pool, void *kept, size_t kept_size, size_t size) {
    if (kept != NULL && kept != pool->piece && kept_size > 0) memmove(pool->piece, kept, kept_size);
    pool->used = rounded(size);
    release_rooms(pool);
    return pool->piece;
}

#else

bool wire_hooks_memory(void) { return false; }

#endif
