// PCRE2 asks for its code unit width before it is included.
#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

// How much a metered match may still do, and where in the text it was last.
typedef struct understudy_meter {
    long long left;
    size_t place;
} understudy_meter;

// Called before each item of a pattern that was compiled with PCRE2_AUTO_CALLOUT. Charges three steps, and one for each 16 bytes that the
// item before has run over: PCRE2's own limit counts neither these nor what another start of the search has taken.
static inline int understudy_count(pcre2_callout_block *block, void *data) {
    understudy_meter *meter = (understudy_meter *)data;
    size_t place = block->current_position;
    meter->left -= 3 + (place > meter->place ? (long long)((place - meter->place) >> 4) : 0);
    meter->place = place;
    return meter->left < 0 ? PCRE2_ERROR_CALLOUT : 0;
}

// As pcre2_match; ends with PCRE2_ERROR_CALLOUT when *left steps are used up. Sets *left to what is left.
static inline int understudy_metered_match(const pcre2_code *code, PCRE2_SPTR subject, PCRE2_SIZE length, PCRE2_SIZE start,
    uint32_t options, pcre2_match_data *data, const pcre2_match_context *context, long long *left) {
    pcre2_match_context *own = pcre2_match_context_copy((pcre2_match_context *)context);
    if (!own) return PCRE2_ERROR_NOMEMORY;
    understudy_meter meter = {*left, start};
    pcre2_set_callout(own, understudy_count, &meter);
    int status = pcre2_match(code, subject, length, start, options, data, own);
    pcre2_match_context_free(own);
    *left = meter.left;
    return status;
}
