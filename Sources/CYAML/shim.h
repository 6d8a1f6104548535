// The part of libyaml's interface (soname libyaml-0.so.2) that the room YAMLDocument uses: its event parser.
//
// It is written out here, and called through a table that dlopen fills at the first use, because most folders hold no YAML
// (decisions 0020 and 0040). Layouts are those of <yaml.h>, which are fixed for that soname.
#pragma once
#include <dlfcn.h>
#include <stddef.h>

// A place: all three count from 0; `index` counts characters, not bytes.
typedef struct yaml_mark {
    size_t index;
    size_t line;
    size_t column;
} yaml_mark;

// yaml_parser_t, of which only what is said about errors is of interest. The rest is room: 480 bytes in all by <yaml.h> 0.2.5.
typedef struct yaml_parser {
    int error;
    const char *problem;
    size_t problem_offset;
    int problem_value;
    yaml_mark problem_mark;
    const char *context;
    yaml_mark context_mark;
    unsigned char others[1024];
} yaml_parser;

// yaml_event_t: `anchor` is the first member of all that have one, aliases included; `tag` the second; the rest belongs to scalars.
typedef struct yaml_event {
    int type;
    struct {
        unsigned char *anchor;
        unsigned char *tag;
        unsigned char *value;
        size_t length;
        int plain_implicit;
        int quoted_implicit;
        int style;
    } data;
    yaml_mark start;
    yaml_mark end;
} yaml_event;

enum {
    yaml_stream_end = 2,
    yaml_document_start = 3,
    yaml_document_end = 4,
    yaml_alias = 5,
    yaml_scalar = 6,
    yaml_sequence_start = 7,
    yaml_sequence_end = 8,
    yaml_mapping_start = 9,
    yaml_mapping_end = 10,
};
enum { yaml_plain_style = 1 };
enum { yaml_utf8 = 1 };
enum { yaml_memory_error = 1, yaml_reader_error = 2 };

// Each member is the function of that name.
typedef struct yaml_library {
    int (*yaml_parser_initialize)(yaml_parser *);
    void (*yaml_parser_delete)(yaml_parser *);
    void (*yaml_parser_set_input_string)(yaml_parser *, const unsigned char *bytes, size_t count);
    void (*yaml_parser_set_encoding)(yaml_parser *, int encoding);
    int (*yaml_parser_parse)(yaml_parser *, yaml_event *);
    void (*yaml_event_delete)(yaml_event *);
} yaml_library;

// Loads the library and fills the table.
// Returns NULL, or why it could not: dlerror's text.
static inline const char *yaml_load(yaml_library *table, const char *name) {
    void *handle = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (!handle) return dlerror();
#define YAML_FIND(function) \
    if (!(table->function = (__typeof__(table->function))dlsym(handle, #function))) return dlerror();
    YAML_FIND(yaml_parser_initialize)
    YAML_FIND(yaml_parser_delete)
    YAML_FIND(yaml_parser_set_input_string)
    YAML_FIND(yaml_parser_set_encoding)
    YAML_FIND(yaml_parser_parse)
    YAML_FIND(yaml_event_delete)
#undef YAML_FIND
    return NULL;
}
