/* Chi-square: how unlikely a count is if the expectation holds. */
#include "suite.h"

#include <math.h>

/* The regularized incomplete gamma functions: P by its series, Q by its
 * continued fraction (modified Lentz). */
static double gamma_p_series(double a, double x)
{
    double term = 1 / a;
    double sum = term;

    for (int n = 1; n < 10000 && term > sum * 1e-15; n++) {
        term *= x / (a + n);
        sum += term;
    }
    return sum * exp(-x + a * log(x) - lgamma(a));
}

static double gamma_q_fraction(double a, double x)
{
    double b = x + 1 - a;
    double c = 1e300;
    double d = 1 / b;
    double h = d;

    for (int i = 1; i < 10000; i++) {
        double an = -i * (i - a);
        double delta;

        b += 2;
        d = an * d + b;
        d = fabs(d) < 1e-300 ? 1e300 : 1 / d;
        c = b + an / c;
        c = fabs(c) < 1e-300 ? 1e-300 : c;
        delta = d * c;
        h *= delta;
        if (fabs(delta - 1) < 1e-14) {
            break;
        }
    }
    return h * exp(-x + a * log(x) - lgamma(a));
}

double prop_chi_square_tail(double value, int degrees)
{
    double a = degrees / 2.0;
    double x = value / 2;

    if (degrees < 1 || value <= 0) {
        return 1;
    }
    return x < a + 1 ? 1 - gamma_p_series(a, x) : gamma_q_fraction(a, x);
}

double prop_fit(const double *expected, const long *observed, int cells)
{
    double chi = 0;
    double e = 0;
    double o = 0;
    int degrees = -1;

    for (int i = 0; i < cells; i++) {
        e += expected[i];
        o += (double)observed[i];
        if (e >= 8 || i == cells - 1) {
            /* What is left over at the end is a small cell of its own: it
             * can only make the test kinder where it is nearly empty. */
            if (e > 0) {
                chi += (o - e) * (o - e) / (e < 1 ? 1 : e);
                degrees++;
            } else if (o > 0) {
                return 0;
            }
            e = 0;
            o = 0;
        }
    }
    return prop_chi_square_tail(chi, degrees);
}
