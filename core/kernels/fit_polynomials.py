#!/usr/bin/env python3
"""Fits the polynomials of math.h and prints them (needs mpmath).

Each is a weighted least-squares fit on Chebyshev nodes, reweighted (Lawson's
iteration) until the error is nearly level: close to the minimax polynomial.
The printed error is relative to the function approximated, before the
coefficients are rounded.
"""
import struct
from mpmath import mp, mpf, matrix, lu_solve, cos, pi, exp, log, tanh, erf, erfc, sin, sqrt

mp.dps = 60


def fit(name, target, weight, low, high, terms, single):
    count = 8 * terms
    nodes = [(low + high) / 2 + (high - low) / 2 * cos(pi * (2 * i + 1) / (2 * count))
             for i in range(count)]
    middle, half = (low + high) / 2, (high - low) / 2
    values = [target(x) for x in nodes]
    scale = [weight(x) for x in nodes]
    lawson = [mpf(1)] * count
    best = None
    for _ in range(30):
        a = matrix(terms, terms)
        b = matrix(terms, 1)
        for x, f, s, w in zip(nodes, values, scale, lawson):
            u = (x - middle) / half
            powers = [u ** i for i in range(terms)]
            q = w * s * s
            for i in range(terms):
                b[i] += q * powers[i] * f
                for j in range(terms):
                    a[i, j] += q * powers[i] * powers[j]
        c = lu_solve(a, b)
        errors = [abs(s * (sum(c[i] * ((x - middle) / half) ** i for i in range(terms)) - f))
                  for x, f, s in zip(nodes, values, scale)]
        worst = max(errors)
        if best is None or worst < best[0]:
            best = (worst, c)
        lawson = [w * (e / worst + mpf('0.02')) for w, e in zip(lawson, errors)]
        total = sum(lawson)
        lawson = [w * count / total for w in lawson]
    # From powers of u back to powers of x.
    worst, c = best
    coefficients = [mpf(0)] * terms
    for i in range(terms):
        # c_i ((x - middle) / half)^i
        poly = [mpf(1)]
        for _ in range(i):
            new = [mpf(0)] * (len(poly) + 1)
            for j, p in enumerate(poly):
                new[j + 1] += p / half
                new[j] -= p * middle / half
            poly = new
        for j, p in enumerate(poly):
            coefficients[j] += c[i] * p
    print(f'// {name}: error {mp.nstr(worst, 2)}, ascending powers')
    for x in coefficients:
        if single:
            print('  %.9gf,' % struct.unpack('f', struct.pack('f', float(x)))[0])
        else:
            print('  %.17g,' % float(x))


def series_safe(function, taylor, small):
    return lambda x: taylor(x) if abs(x) < small else function(x)


tiny = mpf(10) ** -8
half_ln2 = log(2) / 2 * mpf('1.001')
exp_tail = series_safe(lambda r: (exp(r) - 1 - r) / r ** 2, lambda r: mpf(1) / 2 + r / 6 + r * r / 24 + r**3 / 120, tiny)
exp2_slope = series_safe(lambda f: (2**f - 1) / f, lambda f: log(2) * (1 + f * log(2) / 2), tiny)
tanh_tail = series_safe(lambda z: (tanh(sqrt(z)) / sqrt(z) - 1) / z, lambda z: -mpf(1) / 3 + 2 * z / 15, mpf(10) ** -14)
erf_small = series_safe(lambda z: erf(sqrt(z)) / sqrt(z), lambda z: 2 / sqrt(pi) * (1 - z / 3 + z * z / 10), mpf(10) ** -14)
log_tail = series_safe(lambda z: (log((1 + sqrt(z)) / (1 - sqrt(z))) / sqrt(z) - 2) / z, lambda z: mpf(2) / 3 + 2 * z / 5 + 2 * z * z / 7, mpf(10) ** -14)
sin_tail = series_safe(lambda z: (sin(sqrt(z)) / sqrt(z) - 1) / z, lambda z: -mpf(1) / 6 + z / 120, mpf(10) ** -14)
cos_tail = series_safe(lambda z: (cos(sqrt(z)) - 1 + z / 2) / z ** 2, lambda z: mpf(1) / 24 - z / 720, mpf(10) ** -10)
log_limit = ((sqrt(mpf(2)) - 1) / (sqrt(mpf(2)) + 1)) ** 2 * mpf('1.001')
quarter = (pi / 4) ** 2 * mpf('1.001')

for terms, single in ((5, True), (10, False)):
    fit('exp: (e^r - 1 - r) / r^2', exp_tail, lambda r: r * r / exp(r) + tiny ** 2, -half_ln2, half_ln2, terms, single)
for terms, single in ((5, True), (11, False)):
    fit('tile_weight: (2^f - 1) / f', exp2_slope, lambda f: abs(f) / 2**f + tiny ** 2, -mpf('0.5005'), mpf('0.5005'), terms, single)
for terms, single in ((3, True), (7, False)):
    fit('log: (log((1+s)/(1-s))/s - 2) / z, z = s^2', log_tail, lambda z: z / 2 + tiny ** 2, mpf(0), log_limit, terms, single)
for terms, single in ((5, True), (12, False)):
    fit('tanh: (tanh(x)/x - 1) / z, z = x^2', tanh_tail, lambda z: z + tiny ** 2, mpf(0), mpf('0.625') ** 2, terms, single)
for terms, single in ((7, True), (13, False)):
    fit('erf: erf(x)/x, z = x^2', erf_small, lambda z: mpf(1), mpf(0), mpf(1), terms, single)
fit('erf, |x| >= 1: log(erfc(x))', lambda x: log(erfc(x)), erfc, mpf(1), mpf(4), 8, True)
# x = 1..6.5 in t = (x - 2) / (x + 2)
to_x = lambda t: 2 * (1 + t) / (1 - t)
fit('erf, |x| >= 1: e^(x^2) erfc(x) (1 + 2x), t = (x-2)/(x+2)',
    lambda t: exp(to_x(t) ** 2) * erfc(to_x(t)) * (1 + 2 * to_x(t)), lambda t: exp(-to_x(t) ** 2) + tiny ** 2,
    mpf(-1) / 3, mpf('4.5') / mpf('8.5'), 18, False)
fit('sin: (sin(r)/r - 1) / z, z = r^2', sin_tail, lambda z: z + tiny ** 2, mpf(0), quarter, 6, False)
fit('cos: (cos(r) - 1 + z/2) / z^2, z = r^2', cos_tail, lambda z: z * z + tiny ** 2, mpf(0), quarter, 6, False)


def split(name, value, first_bits, second_bits=None):
    """value = a + b (+ c) with a (and b) short enough for exact products."""
    from mpmath import floor, frexp
    parts = []
    rest = value
    for bits in filter(None, (first_bits, second_bits)):
        m, e = frexp(rest)
        part = floor(m * 2 ** bits) / mpf(2) ** bits * mpf(2) ** e
        parts.append(part)
        rest -= part
    parts.append(rest)
    print(f'// {name}:', ', '.join('%.17g' % float(p) for p in parts))


split('ln 2, float (16 bits)', log(2), 16)
split('ln 2, double (32 bits)', log(2), 32)
split('pi/2, double (33 + 33 bits)', pi / 2, 33, 33)
print('// log2(e) %.17g  2/pi %.17g' % (float(1 / log(2)), float(2 / pi)))
