// Converts a file from UTF-8, with one to four bytes per character, to code
// points, and then to UTF-16, with one or two units per character.
//
// Every byte that begins a character stores its code point, and its own
// position, after those of the preceding characters: one scan that counts,
// stores, and finds errors. An exclusive prefix sum over the lengths gives the
// places of the units.
//
// Build: ompscan-clang -O2 utf8_decode.c -o utf8_decode
// Run:   ./utf8_decode [BYTES or FILE [UTF16]]
//
// Without a file the text is generated. UTF16 is an output, little endian. If
// the text is not UTF-8 (RFC 3629), the error names the first byte of the first
// character that is malformed, or that is not followed by a character.
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "inputs.h"

struct text {
  size_t points, units; // How many there are.
  size_t valid;         // The bytes before the first error.
  size_t *place;        // The byte at which each code point begins.
  uint32_t *point;
  uint16_t *unit;
};

static bool continues(unsigned char byte) { return (byte & 0xC0) == 0x80; }

// The code point that begins with byte `a`, or Malformed. Bytes after the end
// of the text count as 0.
enum { Malformed = 0xFFFFFFFF };
static uint32_t code_point(unsigned char a, unsigned char b, unsigned char c,
                           unsigned char d, unsigned char e) {
  const bool b_continues = continues(b),
             c_continues = b_continues && continues(c),
             d_continues = c_continues && continues(d);
  const int length = 1 + b_continues + c_continues + d_continues;
  uint32_t point = Malformed, least = 0;
  if (a < 0x80 && length == 1) {
    point = a;
  } else if (a >> 5 == 6 && length == 2) {
    point = (a & 31u) << 6 | (b & 63u);
    least = 0x80;
  } else if (a >> 4 == 14 && length == 3) {
    point = (a & 15u) << 12 | (b & 63u) << 6 | (c & 63u);
    least = 0x800;
  } else if (a >> 3 == 30 && length == 4 && !continues(e)) {
    point = (a & 7u) << 18 | (b & 63u) << 12 | (c & 63u) << 6 | (d & 63u);
    least = 0x10000;
  }
  const bool is_surrogate = point >= 0xD800 && point < 0xE000;
  return point < least || point > 0x10FFFF || is_surrogate ? Malformed : point;
}

static struct times on_device(const unsigned char *in, size_t size,
                              struct text *text) {
  size_t *place = text->place;
  uint32_t *point = text->point;
  uint16_t *unit = text->unit;
  size_t *begin = allocate(size, sizeof *begin);
  struct times times;
  const double start = seconds();
#pragma omp target data map(to : in[0 : size])                                 \
    map(alloc : place[0 : size], point[0 : size], unit[0 : size])              \
    map(alloc : begin[0 : size])
  {
    const double inside = seconds();
    size_t points = 0, valid = size;
#pragma omp target parallel for scan(+ : points) reduction(min : valid)
    for (size_t i = 0; i < size; i++)
      if (i == 0 || !continues(in[i])) {
        const uint32_t p = code_point(
            in[i], i + 1 < size ? in[i + 1] : 0, i + 2 < size ? in[i + 2] : 0,
            i + 3 < size ? in[i + 3] : 0, i + 4 < size ? in[i + 4] : 0);
        const size_t error = p == Malformed ? i : size;
        valid = error < valid ? error : valid;
        place[points] = i;
        point[points] = p;
        points++;
      }

    size_t units = 0;
    if (valid == size) {
#pragma omp target parallel for scan(+ : units)
      for (size_t k = 0; k < points; k++) {
        begin[k] = units;
        units += point[k] < 0x10000 ? 1 : 2;
      }
#pragma omp target teams distribute parallel for
      for (size_t k = 0; k < points; k++) {
        const uint32_t p = point[k];
        if (p < 0x10000) {
          unit[begin[k]] = (uint16_t)p;
        } else {
          unit[begin[k]] = (uint16_t)(0xD7C0 + (p >> 10));
          unit[begin[k] + 1] = (uint16_t)(0xDC00 | (p & 0x3FF));
        }
      }
    }
#pragma omp target update from(unit[0 : 1]) // Waits for the loops.
    times.resident = seconds() - inside;
#pragma omp target update from(place[0 : points], point[0 : points])           \
    from(unit[0 : units])
    text->points = points;
    text->units = units;
    text->valid = valid;
  }
  times.whole = seconds() - start;
  free(begin);
  return times;
}

// One character after the other, like a decoder without look-ahead.
static void on_host(const unsigned char *in, size_t size, struct text *text) {
  static const uint32_t least[] = {0, 0x80, 0x800, 0x10000};
  text->points = text->units = 0;
  for (text->valid = 0; text->valid < size;) {
    const size_t begin = text->valid;
    const unsigned char a = in[begin];
    const int more = (a >= 0x80) + (a >= 0xE0) + (a >= 0xF0);
    if (continues(a) || a >= 0xF8 || size - begin <= (size_t)more)
      return;
    uint32_t point = more == 0 ? a : a & (63u >> more);
    for (int k = 1; k <= more; k++) {
      if (!continues(in[begin + k]))
        return;
      point = point << 6 | (in[begin + k] & 63u);
    }
    if (point < least[more] || point > 0x10FFFF || point >> 11 == 27)
      return;
    const size_t end = begin + 1 + (size_t)more;
    if (end < size && continues(in[end]))
      return;
    text->place[text->points] = begin;
    text->point[text->points++] = point;
    if (point >= 0x10000)
      text->unit[text->units++] = (uint16_t)(0xD7C0 + (point >> 10));
    text->unit[text->units++] =
        (uint16_t)(point < 0x10000 ? point : 0xDC00 | (point & 0x3FF));
    text->valid = end;
  }
}

static struct text new_text(size_t size) {
  const struct text text = {.place = allocate(size, sizeof(size_t)),
                            .point = allocate(size, sizeof(uint32_t)),
                            .unit = allocate(size, sizeof(uint16_t))};
  return text;
}

static void free_text(struct text *text) {
  free(text->place);
  free(text->point);
  free(text->unit);
}

int main(int argc, char **argv) {
  if (argc > 3) {
    fprintf(stderr, "usage: %s [BYTES or FILE [UTF16]]\n", argv[0]);
    return 2;
  }
  const char *name = argc > 1 ? argv[1] : "10000000";
  size_t size;
  unsigned char *in = bytes_of(name, make_utf8, &size);
  struct text device = new_text(size), host = new_text(size);

  struct times best = {0, 0};
  for (int run = 0; run < Runs; run++)
    keep_best(&best, on_device(in, size, &device));
  const double start = seconds();
  on_host(in, size, &host);
  const double host_time = seconds() - start;

  if (device.valid == host.valid && host.valid < size) {
    char problem[80];
    snprintf(problem, sizeof problem, "no UTF-8 at byte %zu", host.valid);
    fail(name, problem);
  }
  const bool agree =
      device.valid == host.valid && device.points == host.points &&
      device.units == host.units &&
      memcmp(device.place, host.place, host.points * sizeof(size_t)) == 0 &&
      memcmp(device.point, host.point, host.points * sizeof(uint32_t)) == 0 &&
      memcmp(device.unit, host.unit, host.units * sizeof(uint16_t)) == 0;
  printf("utf8_decode: %zu bytes, %zu code points, %zu units, hash %016" PRIx64,
         size, device.points, device.units,
         hash_of(device.point, device.points * sizeof(uint32_t)) ^
             hash_of(device.unit, device.units * sizeof(uint16_t)));
  print_times(best, host_time);
  if (!agree)
    fprintf(stderr, "utf8_decode: DEVICE AND HOST DIFFER\n");
  else if (argc == 3)
    write_file(argv[2], device.unit, device.units * sizeof(uint16_t));
  free(in);
  free_text(&device);
  free_text(&host);
  return agree ? 0 : 1;
}
