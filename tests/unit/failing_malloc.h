/* Memory that runs out when a test says so. A program that includes this is
 * listed in tests/unit/meson.build as a memory test: it is linked so that the
 * library's allocations come here.
 */
#ifndef MAXQ_TESTS_UNIT_FAILING_MALLOC_H
#define MAXQ_TESTS_UNIT_FAILING_MALLOC_H

#include <stddef.h>

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *memory, size_t size);
void __real_free(void *memory);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *memory, size_t size);
void __wrap_free(void *memory);

static int allocations_left = -1; /* how many still succeed; -1: all */
static int allocations_live;      /* not freed yet */

static int runs_out(void)
{
    if (allocations_left == 0) {
        return 1;
    }
    allocations_left -= allocations_left > 0;
    return 0;
}

static void *counted(void *memory)
{
    allocations_live += memory != NULL;
    return memory;
}

void *__wrap_malloc(size_t size)
{
    return runs_out() ? NULL : counted(__real_malloc(size));
}

void *__wrap_calloc(size_t count, size_t size)
{
    return runs_out() ? NULL : counted(__real_calloc(count, size));
}

void *__wrap_realloc(void *memory, size_t size)
{
    if (runs_out()) {
        return NULL;
    }
    if (memory == NULL) {
        return counted(__real_malloc(size));
    }
    return __real_realloc(memory, size);
}

void __wrap_free(void *memory)
{
    allocations_live -= memory != NULL;
    __real_free(memory);
}

#endif
