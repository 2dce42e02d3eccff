/* Powers and logarithms by plain arithmetic: alike on every machine, where the
 * C library's may differ in the last digit. */
#ifndef MAXQ_CORE_RECKON_H
#define MAXQ_CORE_RECKON_H

/* e to the power of x, for x from -30 (below: 0) to 30. */
double mq__exp(double x);

/* The natural logarithm of x, which is above 0. */
double mq__ln(double x);

#endif
