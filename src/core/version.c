/* The library's version and features. */
#include <maxq/version.h>

#include <string.h>

#define TEXT(number) #number
#define DOTTED(major, minor, patch) TEXT(major) "." TEXT(minor) "." TEXT(patch)

const char *mq_version(void)
{
    return DOTTED(MQ_VERSION_MAJOR, MQ_VERSION_MINOR, MQ_VERSION_PATCH);
}

bool mq_has_feature(const char *name)
{
#ifndef NDEBUG
    if (strcmp(name, "asserts") == 0) {
        return true;
    }
#endif
#ifndef __wasi__
    if (strcmp(name, "threads") == 0) {
        return true;
    }
#endif
    return false;
}
