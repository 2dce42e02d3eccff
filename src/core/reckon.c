/* Powers and logarithms: see reckon.h. */
#include "core/reckon.h"

#include <assert.h>

#define LOWEST (-30.0)
#define LN_2 0.69314718055994530942
#define TERMS 14

double mq__exp(double x)
{
    double term = 1, sum = 1;
    int halves = 0;

    assert(x <= 30);
    if (x < LOWEST) {
        return 0;
    }
    while (x < -0.5 || x > 0.5) {
        x /= 2;
        halves++;
    }
    for (int i = 1; i < TERMS; i++) {
        term *= x / i;
        sum += term;
    }
    while (halves-- > 0) {
        sum *= sum;
    }
    return sum;
}

double mq__ln(double x)
{
    double power, square, sum = 0;
    int twos = 0;

    assert(x > 0);
    for (; x > 1.5; twos++) {
        x /= 2;
    }
    for (; x < 0.75; twos--) {
        x *= 2;
    }
    power = (x - 1) / (x + 1);
    square = power * power;
    for (int i = 1; i < 2 * TERMS; i += 2) {
        sum += power / i;
        power *= square;
    }
    return 2 * sum + twos * LN_2;
}
