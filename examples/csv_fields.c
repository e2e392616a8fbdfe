// Splits a file of comma-separated values (RFC 4180) into its fields.
//
// A comma or the end of a line separates fields if it is not between quotes,
// which depends on every quote before it. So a piece of text is summarized for
// both cases, that it begins outside and that it begins inside quotes: how many
// separators it has, and whether it changes from one to the other. The operator
// of the scan combines two such summaries. In the same pass every separator
// stores the end of its field at the number of the field. A second scan, over
// the fields, finds the first field of each record, which gives the column of
// every field.
//
// Build: ompscan-clang -O2 csv_fields.c -o csv_fields
// Run:   ./csv_fields [BYTES or FILE]
//
// Without a file the text is generated. Lines may end with or without a
// carriage return; the last line may lack its end.
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "inputs.h"

// The effect of a piece of text that begins outside [0] or inside [1] quotes.
typedef struct {
  uint32_t separators[2];
  uint32_t quotes; // Modulo 2.
} Stretch;

static Stretch of_character(unsigned char c) {
  const Stretch s = {{c == ',' || c == '\n', 0}, c == '"'};
  return s;
}
static Stretch join(Stretch a, Stretch b) {
  Stretch r;
  for (uint32_t k = 0; k < 2; k++)
    r.separators[k] = a.separators[k] + b.separators[k ^ a.quotes];
  r.quotes = a.quotes ^ b.quotes;
  return r;
}
#pragma omp declare scan(join:Stretch : omp_out = join(omp_out, omp_in))       \
    initializer(omp_priv = {{0, 0}, 0})

struct table {
  uint32_t fields, records, columns; // Columns of the longest record.
  uint32_t *end;                     // Where the separator of a field stands.
  uint32_t *column;                  // From 0 up.
  bool is_closed;                    // The text ends outside of quotes.
};

static struct times on_device(const unsigned char *text, uint32_t size,
                              struct table *table) {
  uint32_t *end = table->end, *column = table->column;
  struct times times;
  const double start = seconds();
#pragma omp target data map(to : text[0 : size])                               \
    map(alloc : end[0 : size], column[0 : size])
  {
    const double inside = seconds();
    Stretch before = {{0, 0}, 0};
#pragma omp target parallel for scan(join : before)
    for (uint32_t i = 0; i < size; i++) {
      const unsigned char c = text[i];
      if (!before.quotes && (c == ',' || c == '\n'))
        end[before.separators[0]] = i;
      before = join(before, of_character(c));
    }
    const uint32_t fields = before.separators[0];

    uint32_t first = 0, records = 0, columns = 0;
#pragma omp target parallel for scan(max : first) reduction(+ : records)
    for (uint32_t f = 0; f < fields; f++) {
      const uint32_t begins = f > 0 && text[end[f - 1]] == '\n' ? f : 0;
      first = begins > first ? begins : first;
      column[f] = f - first;
      records += text[end[f]] == '\n';
    }
#pragma omp target teams distribute parallel for reduction(max : columns)
    for (uint32_t f = 0; f < fields; f++)
      columns = column[f] + 1 > columns ? column[f] + 1 : columns;
    times.resident = seconds() - inside;
#pragma omp target update from(end[0 : fields], column[0 : fields])
    table->fields = fields;
    table->records = records;
    table->columns = columns;
    table->is_closed = !before.quotes;
  }
  times.whole = seconds() - start;
  return times;
}

static void on_host(const unsigned char *text, uint32_t size,
                    struct table *table) {
  bool is_quoted = false;
  uint32_t column = 0;
  for (uint32_t i = 0; i < size; i++)
    if (text[i] == '"') {
      is_quoted = !is_quoted;
    } else if (!is_quoted && (text[i] == ',' || text[i] == '\n')) {
      table->end[table->fields] = i;
      table->column[table->fields++] = column++;
      if (column > table->columns)
        table->columns = column;
      if (text[i] == '\n') {
        table->records++;
        column = 0;
      }
    }
  table->is_closed = !is_quoted;
}

static struct table new_table(size_t size) {
  const struct table table = {.end = allocate(size, sizeof(uint32_t)),
                              .column = allocate(size, sizeof(uint32_t))};
  return table;
}

int main(int argc, char **argv) {
  if (argc > 2) {
    fprintf(stderr, "usage: %s [BYTES or FILE]\n", argv[0]);
    return 2;
  }
  const char *name = argc == 2 ? argv[1] : "10000000";
  size_t size;
  unsigned char *text = bytes_of(name, make_csv, &size);
  if (size >= UINT32_MAX)
    fail(name, "this example takes files of less than 4 GiB");
  if (size > 0 && text[size - 1] != '\n')
    text[size++] = '\n'; // There is room for it.
  struct table device = new_table(size), host = new_table(size);

  struct times best = {0, 0};
  for (int run = 0; run < Runs; run++)
    keep_best(&best, on_device(text, (uint32_t)size, &device));
  const double start = seconds();
  on_host(text, (uint32_t)size, &host);
  const double host_time = seconds() - start;

  const size_t bytes = host.fields * sizeof(uint32_t);
  const bool agree =
      device.fields == host.fields && device.records == host.records &&
      device.columns == host.columns && device.is_closed == host.is_closed &&
      memcmp(device.end, host.end, bytes) == 0 &&
      memcmp(device.column, host.column, bytes) == 0;
  if (agree && !host.is_closed)
    fail(name, "a quoted field has no end");
  printf("csv_fields: %zu bytes, %" PRIu32 " fields, %" PRIu32 " records, "
         "%" PRIu32 " columns, hash %016" PRIx64,
         size, device.fields, device.records, device.columns,
         hash_of(device.end, bytes) ^ hash_of(device.column, bytes));
  print_times(best, host_time);
  if (!agree)
    fprintf(stderr, "csv_fields: DEVICE AND HOST DIFFER\n");
  free(text);
  free(device.end);
  free(device.column);
  free(host.end);
  free(host.column);
  return agree ? 0 : 1;
}
