/* What every unit test includes: cmocka and the headers it wants before it. */
#ifndef MAXQ_TESTS_UNIT_UNIT_H
#define MAXQ_TESTS_UNIT_UNIT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

#endif
