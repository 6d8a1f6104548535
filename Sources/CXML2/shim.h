// The part of libxml2's interface (soname libxml2.so.2) that the room XMLDocument uses.
//
// It is written out here, and called through a table that dlopen fills at the first use, because a program that links libxml2
// starts half again as slowly and holds 2 MB more, for its ICU, although most servers never see XML (decision 0020).
// Layouts are those of <libxml/tree.h>, <libxml/xpath.h> and <libxml/xmlerror.h>, which are fixed for that soname.
#pragma once
#include <dlfcn.h>
#include <stddef.h>

typedef struct xml2_ns {
    struct xml2_ns *next;
    int type;
    const unsigned char *href;
    const unsigned char *prefix;
} xml2_ns;

// xmlNode; an xmlAttr is the same down to `ns`.
typedef struct xml2_node {
    void *private_;
    int type;
    const unsigned char *name;
    struct xml2_node *children;
    struct xml2_node *last;
    struct xml2_node *parent;
    struct xml2_node *next;
    struct xml2_node *previous;
    void *document;
    xml2_ns *ns;
    unsigned char *content;
    struct xml2_node *properties;
    xml2_ns *declarations;
} xml2_node;

typedef struct xml2_node_set {
    int count;
    int room;
    xml2_node **nodes;
} xml2_node_set;

typedef struct xml2_xpath_object {
    int type;
    xml2_node_set *nodes;
    int boolean;
    double number;
    unsigned char *string;
} xml2_xpath_object;

// xmlXPathContext, of which only these are of interest. The limit on operations is there since 2.9.11. `user` is for the caller.
typedef struct xml2_xpath_context {
    struct xml2_document *document;
    struct xml2_node *node;
    unsigned char others[80];
    void *user;
    unsigned char more[248];
    unsigned long operation_limit;
    unsigned long operation_count;
} xml2_xpath_context;

// xmlXPathParserContext: an evaluation with its stack of values, of which the arguments of a function are the last.
typedef struct xml2_xpath_stack {
    const unsigned char *place;
    const unsigned char *expression;
    int error;
    xml2_xpath_context *context;
    xml2_xpath_object *last;
    int count;
    int room;
    xml2_xpath_object **values;
} xml2_xpath_stack;

// Takes so many arguments from the stack and leaves its value there.
typedef void (*xml2_xpath_function)(xml2_xpath_stack *, int count);
typedef xml2_xpath_function (*xml2_xpath_lookup)(void *, const unsigned char *name, const unsigned char *uri);

typedef struct xml2_error {
    int domain;
    int code;
    char *message;
    int level;
    char *file;
    int line;
    char *texts[3];
    int int1;
    int column;
} xml2_error;

typedef void (*xml2_print)(void *, const char *format, ...);

typedef struct xml2_document xml2_document;
typedef struct xml2_expression xml2_expression;

enum {
    xml2_no_entities_kept = 1 << 1,
    xml2_no_errors = 1 << 5,
    xml2_no_warnings = 1 << 6,
    xml2_no_network = 1 << 11,
    xml2_no_cdata = 1 << 14,
    xml2_no_declared_encoding = 1 << 21
};

// Each member is the function of that name.
typedef struct xml2_library {
    void (*xmlInitParser)(void);
    xml2_document *(*xmlReadMemory)(const char *bytes, int count, const char *url, const char *encoding, int options);
    void (*xmlFreeDoc)(xml2_document *);
    xml2_node *(*xmlDocGetRootElement)(const xml2_document *);
    long (*xmlXPathOrderDocElems)(xml2_document *);
    xml2_error *(*xmlGetLastError)(void);
    void (*xmlResetLastError)(void);
    void (*xmlSetStructuredErrorFunc)(void *, void (*)(void *, xml2_error *));
    void (*xmlSetGenericErrorFunc)(void *, xml2_print);
    void (*xmlSetExternalEntityLoader)(void *(*)(const char *url, const char *name, void *parser));
    xml2_xpath_context *(*xmlXPathNewContext)(xml2_document *);
    void (*xmlXPathFreeContext)(xml2_xpath_context *);
    int (*xmlXPathRegisterNs)(xml2_xpath_context *, const unsigned char *prefix, const unsigned char *uri);
    xml2_expression *(*xmlXPathCtxtCompile)(xml2_xpath_context *, const unsigned char *);
    void (*xmlXPathFreeCompExpr)(xml2_expression *);
    xml2_xpath_object *(*xmlXPathCompiledEval)(xml2_expression *, xml2_xpath_context *);
    void (*xmlXPathFreeObject)(xml2_xpath_object *);
    // For functions of our own.
    void (*xmlXPathRegisterFuncLookup)(xml2_xpath_context *, xml2_xpath_lookup, void *);
    xml2_xpath_object *(*valuePop)(xml2_xpath_stack *);
    int (*valuePush)(xml2_xpath_stack *, xml2_xpath_object *);
    xml2_xpath_object *(*xmlXPathWrapString)(unsigned char *);
    unsigned char *(*xmlStrdup)(const unsigned char *);
    unsigned char *(*xmlBuildQName)(const unsigned char *name, const unsigned char *prefix, unsigned char *memory, int room);
    xml2_xpath_function xmlXPathLocalNameFunction;
    xml2_xpath_function xmlXPathStringFunction;
    xml2_xpath_function xmlXPathConcatFunction;
    xml2_xpath_function xmlXPathStartsWithFunction;
    xml2_xpath_function xmlXPathContainsFunction;
    xml2_xpath_function xmlXPathSubstringBeforeFunction;
    xml2_xpath_function xmlXPathSubstringAfterFunction;
    xml2_xpath_function xmlXPathSubstringFunction;
    xml2_xpath_function xmlXPathStringLengthFunction;
    xml2_xpath_function xmlXPathNormalizeFunction;
    xml2_xpath_function xmlXPathTranslateFunction;
} xml2_library;

// Loads the library and fills the table.
// Returns NULL, or why it could not: dlerror's text.
static inline const char *xml2_load(xml2_library *table, const char *name) {
    void *handle = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (!handle) return dlerror();
#define XML2_FIND(function) \
    if (!(table->function = (__typeof__(table->function))dlsym(handle, #function))) return dlerror();
    XML2_FIND(xmlInitParser)
    XML2_FIND(xmlReadMemory)
    XML2_FIND(xmlFreeDoc)
    XML2_FIND(xmlDocGetRootElement)
    XML2_FIND(xmlXPathOrderDocElems)
    XML2_FIND(xmlGetLastError)
    XML2_FIND(xmlResetLastError)
    XML2_FIND(xmlSetStructuredErrorFunc)
    XML2_FIND(xmlSetGenericErrorFunc)
    XML2_FIND(xmlSetExternalEntityLoader)
    XML2_FIND(xmlXPathNewContext)
    XML2_FIND(xmlXPathFreeContext)
    XML2_FIND(xmlXPathRegisterNs)
    XML2_FIND(xmlXPathCtxtCompile)
    XML2_FIND(xmlXPathFreeCompExpr)
    XML2_FIND(xmlXPathCompiledEval)
    XML2_FIND(xmlXPathFreeObject)
    XML2_FIND(xmlXPathRegisterFuncLookup)
    XML2_FIND(valuePop)
    XML2_FIND(valuePush)
    XML2_FIND(xmlXPathWrapString)
    XML2_FIND(xmlStrdup)
    XML2_FIND(xmlBuildQName)
    XML2_FIND(xmlXPathLocalNameFunction)
    XML2_FIND(xmlXPathStringFunction)
    XML2_FIND(xmlXPathConcatFunction)
    XML2_FIND(xmlXPathStartsWithFunction)
    XML2_FIND(xmlXPathContainsFunction)
    XML2_FIND(xmlXPathSubstringBeforeFunction)
    XML2_FIND(xmlXPathSubstringAfterFunction)
    XML2_FIND(xmlXPathSubstringFunction)
    XML2_FIND(xmlXPathStringLengthFunction)
    XML2_FIND(xmlXPathNormalizeFunction)
    XML2_FIND(xmlXPathTranslateFunction)
#undef XML2_FIND
    return NULL;
}

static inline void *xml2_refuse_entity(const char *url, const char *name, void *parser) {
    (void)url, (void)name, (void)parser;
    return NULL;
}

static inline void xml2_ignore_error(void *context, xml2_error *error) { (void)context, (void)error; }

// No external entity is ever read. Once, after loading.
static inline void xml2_refuse_entities(const xml2_library *library) { library->xmlSetExternalEntityLoader(xml2_refuse_entity); }

static inline void xml2_ignore_text(void *context, const char *format, ...) { (void)context, (void)format; }

// Errors of the calling thread are kept, not printed. Some are texts only, as those about unknown functions and prefixes in XPath.
static inline void xml2_keep_errors_quiet(const xml2_library *library) {
    library->xmlSetStructuredErrorFunc(NULL, xml2_ignore_error);
    library->xmlSetGenericErrorFunc(NULL, xml2_ignore_text);
}
