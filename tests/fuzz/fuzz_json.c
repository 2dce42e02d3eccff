/* JSON: what is read is written so that it reads the same. */
#include "fuzz.h"
#include "helpers.h"

#include "core/json.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    struct mq_json_doc doc, again;
    struct mq_json_writer w;
    struct mq_buf buf;

    mq__buf_init(&buf);
    if (mq__json_parse(&doc, (const char *)bytes, size, NULL) == MQ_OK) {
        mq__json_writer_init(&w, &buf);
        mq__json_node(&w, NULL, doc.root);
        fuzz_require(mq__json_parse(&again, mq__buf_text(&buf), buf.length,
                                    NULL) == MQ_OK,
                     "what was written is JSON");
        fuzz_require(mq__json_equal(doc.root, again.root),
                     "what was written reads the same");
        mq__json_finish(&again);
    }
    mq__json_finish(&doc);
    mq__buf_finish(&buf);
    return 0;
}
