#!/usr/bin/env python3
"""Writes the tables of the elementary functions, soft/tables/*.rs: python3 tables.py (needs mpmath, and rustfmt).

Every entry is rounded to nearest from 600 bits. A test recomputes each with another library.
"""

import os
import subprocess
from mpmath import atan, factorial, floor, log, mp, mpf, pi

mp.prec = 600
FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "soft", "tables")


def fixed(value, bits):
    """The integer nearest to value * 2^bits."""
    return int(floor(value * mpf(2) ** bits + mpf(1) / 2))


def word(n):
    digits = f"{n:016x}"
    return "0x" + "_".join(digits[k : k + 4] for k in range(0, 16, 4))


def constant(doc, name, n):
    return f"/// {doc}\npub(crate) const {name}: u64 = {word(n)};\n"


def table(doc, name, values):
    body = ", ".join(word(n) for n in values)
    return f"/// {doc}\npub(crate) const {name}: [u64; {len(values)}] = [{body}];\n"


def pair(doc, name, n):
    """A constant of two words."""
    high = constant(f"{doc}: the high word.", f"{name}_HIGH", n >> 64)
    return high + constant(f"{doc}: the low word.", f"{name}_LOW", n & (2**64 - 1))


def pairs(doc, name, values):
    """A table of two words an entry."""
    high = table(f"{doc}: the high words.", f"{name}_HIGH", [n >> 64 for n in values])
    return high + table(f"{doc}: the low words.", f"{name}_LOW", [n & (2**64 - 1) for n in values])


def write(name, doc, parts):
    path = os.path.join(FOLDER, name + ".rs")
    text = f"//! {doc} Written by `tables.py`.\n\n" + "\n".join(parts)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    subprocess.run(["rustfmt", "--edition", "2024", path], check=True)


def exponentials():
    write("exp", "Tables of the exponential functions.", [
        table("`2^(i/32)` in units of 2^-63.", "POWERS", [fixed(mpf(2) ** (mpf(i) / 32), 63) for i in range(32)]),
        table("`1/j!` in units of 2^-64, j from 9 down to 2.", "EXP_COEFFICIENTS",
              [fixed(1 / factorial(j), 64) for j in range(9, 1, -1)]),
        constant("ln 2 in units of 2^-64.", "LN_2", fixed(log(mpf(2)), 64)),
        pair("log2 e in units of 2^-126", "LOG2_E", fixed(1 / log(mpf(2)), 126)),
        pair("log2 10 in units of 2^-126", "LOG2_10", fixed(log(mpf(10)) / log(mpf(2)), 126)),
    ])


def logarithms():
    # Between 1 and 2 in 32 steps; 1 near 1 and 1/2 near 2, so that logarithms near 0 are found without a table.
    middles = [1 + (mpf(i) + mpf(1) / 2) / 32 for i in range(32)]
    reciprocals = [int(floor(256 / c + mpf(1) / 2)) for c in middles]
    reciprocals[0], reciprocals[31] = 256, 128
    parts = ["/// About `256 / (1 + (i + 1/2) / 32)`.\n"
             f"pub(crate) const RECIPROCALS: [u32; 32] = {reciprocals};\n"]
    for name, base in (("E", mp.e), ("2", mpf(2)), ("10", mpf(10))):
        scale = 1 / log(base)
        parts += [
            table(f"`1/j` by ln {name.lower()} in units of 2^-63, j from 13 down to 1.", f"LOG_{name}_COEFFICIENTS",
                  [fixed(scale / j, 63) for j in range(13, 0, -1)]),
            pairs(f"Logarithms to base {name.lower()} of 256 by `RECIPROCALS[i]` in units of 2^-119", f"LOG_{name}",
                  [fixed(-scale * log(mpf(r) / 256), 119) for r in reciprocals]),
            pair(f"The logarithm of 2 to base {name.lower()} in units of 2^-119", f"LOG_{name}_OF_2",
                 fixed(scale * log(mpf(2)), 119)),
        ]
    write("log", "Tables of the logarithms.", parts)


def circular():
    bits = int(floor(2 / pi * mpf(2) ** 256))
    write("trig", "Tables of sine, cosine and tangent.", [
        table("The first 256 bits of 2/pi behind the point, cut.", "TWO_OVER_PI",
              [bits >> (64 * (3 - k)) & (2**64 - 1) for k in range(4)]),
        constant("pi/2 in units of 2^-63.", "HALF_PI", fixed(pi / 2, 63)),
        table("`1/j!` in units of 2^-64, odd j from 19 down to 3.", "SIN_COEFFICIENTS",
              [fixed(1 / factorial(j), 64) for j in range(19, 2, -2)]),
        table("`1/j!` in units of 2^-64, even j from 20 down to 2.", "COS_COEFFICIENTS",
              [fixed(1 / factorial(j), 64) for j in range(20, 1, -2)]),
    ])


def inverses():
    write("atan", "Tables of the inverse circular functions.", [
        pairs("atan(i/32) in units of 2^-125", "ARCS", [fixed(atan(mpf(i) / 32), 125) for i in range(33)]),
        table("`1/j` in units of 2^-64, odd j from 11 down to 3.", "ATAN_COEFFICIENTS",
              [fixed(mpf(1) / j, 64) for j in range(11, 2, -2)]),
        pairs("`1/j` in units of 2^-128, odd j from 21 down to 3", "ATAN2_COEFFICIENTS",
              [fixed(mpf(1) / j, 128) for j in range(21, 2, -2)]),
        pair("pi/2 in units of 2^-125", "HALF_PI", fixed(pi / 2, 125)),
        pair("pi in units of 2^-125", "PI", fixed(pi, 125)),
    ])


def powers():
    scale = 2 / log(mpf(2))
    write("pow", "Tables of the power.", [
        pairs("`log2(1 + i/32)` in units of 2^-119", "LOG2",
              [fixed(log(1 + mpf(i) / 32) / log(mpf(2)), 119) for i in range(33)]),
        pairs("`2/j` by ln 2 in units of 2^-126, odd j from 19 down to 1", "ATANH_COEFFICIENTS",
              [fixed(scale / j, 126) for j in range(19, 0, -2)]),
        pair("ln 2 in units of 2^-128", "LN_2", fixed(log(mpf(2)), 128)),
        pairs("`2^(i/32)` in units of 2^-127", "POWERS", [fixed(mpf(2) ** (mpf(i) / 32), 127) for i in range(32)]),
        pairs("`1/j!` in units of 2^-128, j from 16 down to 2", "POW_COEFFICIENTS",
              [fixed(1 / factorial(j), 128) for j in range(16, 1, -1)]),
    ])


if __name__ == "__main__":
    exponentials()
    logarithms()
    circular()
    inverses()
    powers()
