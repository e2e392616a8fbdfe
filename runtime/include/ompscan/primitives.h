//===- ompscan/primitives.h - Data-sliding primitives ---------- -*- C -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Data-sliding primitives and their relatives on the device that annotated
/// loops use (docs/primitives.md): selection, partition, moves by a formula,
/// reductions, segments, runs, histograms and sorts.
///
/// Arrays that are present on a device (ompscan/data.h) are used there. Others
/// are copied to the device for the call, and only results are copied back. If
/// the device is the host, calls without text in OpenCL C run on the threads of
/// the program's OpenMP runtime and use arrays where they are; those with text
/// run on the first device with an OpenCL compiler. On a GPU that is used
/// through CUDA, those with text need a Clang. Every function is stable, takes
/// any number of elements of 1 to 64 bytes, may be called from any thread, and
/// returns an ompscan_status: OMPSCAN_ERROR_ARGUMENT for null pointers, sizes
/// out of range and arrays that overlap, OMPSCAN_ERROR_TEXT if text of the call
/// does not compile, OMPSCAN_ERROR_OVERLAP if only a part of an array is
/// present on the device, OMPSCAN_ERROR_MEMORY if memory runs out, and
/// OMPSCAN_ERROR_DEVICE if no device can do the work or the device fails.
/// ompscan_last_error() describes the error. After an error no array has
/// changed, unless the description says otherwise.
///
/// Two arrays of a call must not overlap, except where a function is said to
/// work in place: it takes `data`, and leaves the elements that are kept at the
/// begin of the array in their order; what is behind them is unspecified. Other
/// functions leave `in` as it is and store to `out`, which needs room for the
/// results only.
///
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PRIMITIVES_H
#define OMPSCAN_PRIMITIVES_H

#include "ompscan/status.h"
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// The library's layout, whatever the program packs.
#pragma pack(push, 8)

/// A value that OpenCL C text of a call uses by its name.
typedef struct ompscan_argument {
  const char *type;  ///< A type of OpenCL C such as "float", or the text of a
                     ///< structure.
  const char *name;  ///< Not `x` or `y`, and not `ompscan_...`.
  const void *value; ///< The value, which is copied during the call.
  size_t size;       ///< The size of the value in bytes.
} ompscan_argument;

/// A condition or operator in OpenCL C.
typedef struct ompscan_predicate {
  /// The type of an element: a name ("uint", "float4"), or the text of a
  /// structure ("struct { float key; uint value; }").
  const char *type;
  /// An expression without effects over the element `x` and the arguments; for
  /// ompscan_unique() and for operators, over the elements `x` and `y`.
  const char *text;
  /// Declarations in front of the expression, such as functions; may be null.
  const char *preamble;
  /// The arguments; may be null if there are none.
  const ompscan_argument *arguments;
  size_t argument_count; ///< The number of arguments.
} ompscan_predicate;

/// An array of as many elements as the main array, whose elements go where
/// those of the main array go: values of keys, for example, or indices.
typedef struct ompscan_companion {
  void *data;          ///< The array; functions that work in place change it.
  size_t element_size; ///< The size of an element in bytes, 1 to 64.
  void *out;           ///< The output array of functions with an output array.
  void *out_rest;      ///< The second output of ompscan_partition_copy().
} ompscan_companion;

/// Keeps the elements for which a condition holds, in place: the first half of
/// std::stable_partition.
///
/// \param data         the array; it is changed in place.
/// \param n            the number of elements.
/// \param element_size the size of an element in bytes, which is that of the
///                     type of the condition.
/// \param keep         the condition.
/// \param companion    an array whose elements move along, or null.
/// \param kept         receives the number of elements kept; may be null.
/// \return OMPSCAN_SUCCESS or another ompscan_status.
int ompscan_select(void *data, size_t n, size_t element_size,
                   const ompscan_predicate *keep,
                   const ompscan_companion *companion, size_t *kept);

/// Removes the elements for which a condition holds, in place (std::remove_if).
///
/// \param data         the array; it is changed in place.
/// \param n            the number of elements.
/// \param element_size the size of an element in bytes, which is that of the
///                     type of the condition.
/// \param drop         the condition.
/// \param companion    an array whose elements move along, or null.
/// \param kept         receives the number of elements kept; may be null.
/// \return OMPSCAN_SUCCESS or another ompscan_status.
int ompscan_remove_if(void *data, size_t n, size_t element_size,
                      const ompscan_predicate *drop,
                      const ompscan_companion *companion, size_t *kept);

/// Copies the elements for which a condition holds (std::copy_if).
///
/// \param in           the array to read.
/// \param out          receives the elements that are kept.
/// \param n            the number of elements.
/// \param element_size the size of an element in bytes, which is that of the
///                     type of the condition.
/// \param keep         the condition.
/// \param companion    an array whose elements move along, or null.
/// \param kept         receives the number of elements kept; may be null.
/// \return OMPSCAN_SUCCESS or another ompscan_status.
int ompscan_copy_if(const void *in, void *out, size_t n, size_t element_size,
                    const ompscan_predicate *keep,
                    const ompscan_companion *companion, size_t *kept);

/// Keeps the elements whose flag is not 0, in place.
///
/// \param data         the array; it is changed in place.
/// \param flags        `n` bytes: an element is kept if its byte is not 0.
/// \param n            the number of elements.
/// \param element_size the size of an element in bytes, 1 to 64.
/// \param companion    an array whose elements move along, or null.
/// \param kept         receives the number of elements kept; may be null.
/// \return OMPSCAN_SUCCESS or another ompscan_status.
int ompscan_select_flagged(void *data, const unsigned char *flags, size_t n,
                           size_t element_size,
                           const ompscan_companion *companion, size_t *kept);

/// Copies the elements whose flag is not 0.
///
/// \param in           the array to read.
/// \param out          receives the elements that are kept.
/// \param flags        `n` bytes: an element is kept if its byte is not 0.
/// \param n            the number of elements.
/// \param element_size the size of an element in bytes, 1 to 64.
/// \param companion    an array whose elements move along, or null.
/// \param kept         receives the number of elements kept; may be null.
/// \return OMPSCAN_SUCCESS or another ompscan_status.
int ompscan_copy_flagged(const void *in, void *out, const unsigned char *flags,
                         size_t n, size_t element_size,
                         const ompscan_companion *companion, size_t *kept);

/// Removes the elements that equal a value, in place (std::remove).
///
/// \param data         the array; it is changed in place.
/// \param n            the number of elements.
/// \param element_size the size of an element in bytes, 1 to 64.
/// \param type         an arithmetic type of OpenCL C, to compare by its `==`;
///                     null to compare bytes.
/// \param value        points to the value.
/// \param companion    an array whose elements move along, or null.
/// \param kept         receives the number of elements kept; may be null.
/// \return OMPSCAN_SUCCESS or another ompscan_status.
int ompscan_remove(void *data, size_t n, size_t element_size, const char *type,
                   const void *value, const ompscan_companion *companion,
                   size_t *kept);

/// Keeps the first element of each run of equal elements, in place
/// (std::unique). With a companion this is unique by key. Each element is
/// compared with the one before it, so an equality that is not transitive gives
/// other results than std::unique.
///
/// \param data         the array; it is changed in place.
/// \param n            the number of elements.
/// \param element_size the size of an element in bytes, 1 to 64.
/// \param equal        holds if `x` and the next element `y` are equal. A null
///                     text stands for `x == y`, a null pointer for equal
///                     bytes.
/// \param companion    an array whose elements move along, or null.
/// \param kept         receives the number of elements kept; may be null.
/// \return OMPSCAN_SUCCESS or another ompscan_status.
int ompscan_unique(void *data, size_t n, size_t element_size,
                   const ompscan_predicate *equal,
                   const ompscan_companion *companion, size_t *kept);

/// Copies the first element of each run of equal elements (std::unique_copy).
///
/// \param in           the array to read.
/// \param out          receives the elements that are kept.
/// \param n            the number of elements.
/// \param element_size the size of an element in bytes, 1 to 64.
/// \param equal        the equality, as for ompscan_unique().
/// \param companion    an array whose elements move along, or null.
/// \param kept         receives the number of elements kept; may be null.
/// \return OMPSCAN_SUCCESS or another ompscan_status.
int ompscan_unique_copy(const void *in, void *out, size_t n,
                        size_t element_size, const ompscan_predicate *equal,
                        const ompscan_companion *companion, size_t *kept);

/// Keeps the first key of each run of equal keys, and its value, in place, as
/// ompscan_unique() with a companion does.
///
/// \param keys       the keys; they are changed in place.
/// \param values     `n` values; they are changed in place.
/// \param n          the number of elements.
/// \param key_size   the size of a key in bytes, 1 to 64.
/// \param value_size the size of a value in bytes, 1 to 64.
/// \param equal      the equality of keys, as for ompscan_unique().
/// \param kept       receives the number of elements kept; may be null.
/// \return OMPSCAN_SUCCESS or another ompscan_status.
int ompscan_unique_by_key(void *keys, void *values, size_t n, size_t key_size,
                          size_t value_size, const ompscan_predicate *equal,
                          size_t *kept);

/// Moves the elements for which a condition holds in front of the others, in
/// place (std::stable_partition). The device, or the host, allocates a buffer
/// for half of the elements.
///
/// \param data         the array; it is changed in place.
/// \param n            the number of elements.
/// \param element_size the size of an element in bytes, which is that of the
///                     type of the condition.
/// \param first        the condition.
/// \param companion    an array whose elements move along, or null.
/// \param kept         receives the number of elements in front; may be null.
/// \return OMPSCAN_SUCCESS or another ompscan_status.
int ompscan_partition(void *data, size_t n, size_t element_size,
                      const ompscan_predicate *first,
                      const ompscan_companion *companion, size_t *kept);

/// Copies the elements for which a condition holds to one array, and the others
/// to another (std::partition_copy).
///
/// \param in           the array to read.
/// \param out          receives the elements for which the condition holds.
/// \param rest         receives the others. If it is null, `out` receives both,
///                     one behind the other.
/// \param n            the number of elements.
/// \param element_size the size of an element in bytes, which is that of the
///                     type of the condition.
/// \param first        the condition.
/// \param companion    an array whose elements move along, or null.
/// \param kept         receives the number of elements for which the condition
///                     holds; may be null.
/// \return OMPSCAN_SUCCESS or another ompscan_status.
int ompscan_partition_copy(const void *in, void *out, void *rest, size_t n,
                           size_t element_size, const ompscan_predicate *first,
                           const ompscan_companion *companion, size_t *kept);

/// Moves the elements one of whose bits is 0 in front of the others, in place:
/// a step of a radix sort.
///
/// \param data         unsigned integers; they are changed in place.
/// \param n            the number of elements.
/// \param element_size the size of an element in bytes: 1, 2, 4 or 8.
/// \param bit          the number of the bit; 0 is the least significant one.
/// \param companion    an array whose elements move along, or null.
/// \param kept         receives the number of elements in front; may be null.
/// \return OMPSCAN_SUCCESS or another ompscan_status.
int ompscan_split(void *data, size_t n, size_t element_size, unsigned bit,
                  const ompscan_companion *companion, size_t *kept);

/// Moves rows that lie side by side so that they lie `pitch` elements apart, in
/// place, and fills the gaps.
///
/// \param data         room for rows * pitch elements.
/// \param rows         the number of rows.
/// \param columns      the number of elements of a row.
/// \param pitch        the distance of two rows in elements, at least
///                     `columns`.
/// \param element_size the size of an element in bytes, 1 to 64.
/// \param fill         points to the element to fill with; zero bytes if it is
///                     null.
/// \return OMPSCAN_SUCCESS or another ompscan_status.
int ompscan_pad(void *data, size_t rows, size_t columns, size_t pitch,
                size_t element_size, const void *fill);

/// Moves rows that lie `pitch` elements apart so that they lie side by side, in
/// place. What is behind them is unspecified.
///
/// \param data         the rows; the last one needs no padding.
/// \param rows         the number of rows.
/// \param columns      the number of elements of a row.
/// \param pitch        the distance of two rows in elements, at least
///                     `columns`.
/// \param element_size the size of an element in bytes, 1 to 64.
/// \return OMPSCAN_SUCCESS or another ompscan_status.
int ompscan_unpad(void *data, size_t rows, size_t columns, size_t pitch,
                  size_t element_size);

/// Moves the elements from a position on towards the end, in place, and fills
/// the gap.
///
/// \param data         room for n + count elements.
/// \param n            the number of elements.
/// \param position     the index of the first element to move, at most n.
/// \param count        the number of elements of the gap.
/// \param element_size the size of an element in bytes, 1 to 64.
/// \param fill         points to the element to fill with; zero bytes if it is
///                     null.
/// \return OMPSCAN_SUCCESS or another ompscan_status.
int ompscan_insert_gap(void *data, size_t n, size_t position, size_t count,
                       size_t element_size, const void *fill);

/// Moves the elements behind a range into its place. What is behind the n -
/// count elements that are left is unspecified.
///
/// \param data         the array; it is changed in place.
/// \param n            the number of elements.
/// \param position     the index of the first element of the range.
/// \param count        the number of elements of the range.
/// \param element_size the size of an element in bytes, 1 to 64.
/// \return OMPSCAN_SUCCESS or another ompscan_status.
int ompscan_erase_range(void *data, size_t n, size_t position, size_t count,
                        size_t element_size);

/// Moves all elements in place (std::shift_right, std::shift_left). Elements
/// that leave the array are lost, and places that no element moves to are
/// filled.
///
/// \param data         the array; it is changed in place.
/// \param n            the number of elements.
/// \param by           the distance in elements, towards the end, or towards
///                     the begin if it is negative.
/// \param element_size the size of an element in bytes, 1 to 64.
/// \param fill         points to the element to fill with; zero bytes if it is
///                     null.
/// \return OMPSCAN_SUCCESS or another ompscan_status.
int ompscan_shift(void *data, size_t n, ptrdiff_t by, size_t element_size,
                  const void *fill);

/// Combines all elements from left to right, in any grouping (std::reduce, but
/// the order is kept).
///
/// \param in           the array to read.
/// \param n            the number of elements.
/// \param element_size the size of an element in bytes, 1 to 64.
/// \param op           an associative operator: an expression over `x` and `y`,
///                     or one of the signs + * min max & | ^ as text. Signs
///                     work on the host, too. With NaNs, or zeros of both
///                     signs, the result of `min` and `max` depends on the
///                     grouping.
/// \param initial      points to the value in front of the first element, or
///                     null.
/// \param result       receives one element.
/// \return OMPSCAN_SUCCESS or another ompscan_status.
int ompscan_reduce(const void *in, size_t n, size_t element_size,
                   const ompscan_predicate *op, const void *initial,
                   void *result);

/// Where segments begin: one of the three ways is given, the others are null.
/// The first element always begins a segment.
typedef struct ompscan_segments {
  const unsigned char *heads; ///< n bytes, not 0 where a segment begins.
  const void *keys;           ///< n keys; segments are runs of equal bytes.
  size_t key_size;            ///< The size of a key in bytes, 1 to 64.
  const size_t *offsets;      ///< Indices of the first elements, ascending, in
                              ///< host memory.
  size_t count;               ///< The number of offsets.
} ompscan_segments;

/// Scans each segment by itself. Without an initial value the scan is
/// inclusive: each element becomes the combination of its segment up to itself.
/// With one it is exclusive: the combination of the initial value and the
/// segment up to the element before.
///
/// \param in           the array to read.
/// \param out          receives `n` elements; may be `in`.
/// \param n            the number of elements.
/// \param element_size the size of an element in bytes, 1 to 64.
/// \param op           the operator, as for ompscan_reduce(), but without
///                     arguments.
/// \param segments     where segments begin.
/// \param initial      points to the initial value, or null.
/// \return OMPSCAN_SUCCESS or another ompscan_status.
int ompscan_segmented_scan(const void *in, void *out, size_t n,
                           size_t element_size, const ompscan_predicate *op,
                           const ompscan_segments *segments,
                           const void *initial);

/// A part of an array that several devices have, each a part.
typedef struct ompscan_piece {
  const void *in; ///< The elements to read, which are mapped on the device.
  void *out;      ///< Receives as many; mapped on the device, too; may be `in`.
  size_t n;       ///< The number of elements.
  int device;     ///< The device number (ompscan/data.h).
} ompscan_piece;

/// Scans an array inclusively whose pieces are mapped on several devices: each
/// element becomes the combination of the initial value and all elements up to
/// itself. Each device combines its piece, and scans it from the value of the
/// pieces in front of it; all do so at the same time. No element moves. After
/// an error of a device in the second step the values of all `out` are not
/// known.
///
/// \param pieces       the pieces, in the order of the array. The host is none
///                     of their devices.
/// \param count        the number of pieces.
/// \param element_size the size of an element in bytes, 1 to 64.
/// \param op           the operator, as for ompscan_reduce(), but without
///                     arguments.
/// \param initial      points to the value in front of the first element, or
///                     null.
/// \return OMPSCAN_SUCCESS or another ompscan_status;
///         OMPSCAN_ERROR_NOT_PRESENT if a piece is not mapped on its device.
int ompscan_scan_across(const ompscan_piece *pieces, size_t count,
                        size_t element_size, const ompscan_predicate *op,
                        const void *initial);

/// Combines each segment to one element, from left to right.
///
/// \param in           the array to read.
/// \param out          receives an element for each segment.
/// \param n            the number of elements.
/// \param element_size the size of an element in bytes, 1 to 64.
/// \param op           the operator, as for ompscan_segmented_scan().
/// \param segments     where segments begin. The first offset has to be 0, and
///                     a segment by offsets may be empty if there is an initial
///                     value.
/// \param initial      points to the value in front of each segment, or null.
/// \param count        receives the number of segments; may be null.
/// \return OMPSCAN_SUCCESS or another ompscan_status.
int ompscan_segmented_reduce(const void *in, void *out, size_t n,
                             size_t element_size, const ompscan_predicate *op,
                             const ompscan_segments *segments,
                             const void *initial, size_t *count);

/// Combines the elements of each run of keys of equal bytes, and keeps one key
/// of each run.
///
/// \param keys         `n` keys.
/// \param in           `n` elements.
/// \param n            the number of elements.
/// \param key_size     the size of a key in bytes, 1 to 64.
/// \param element_size the size of an element in bytes, 1 to 64.
/// \param op           the operator, as for ompscan_segmented_scan().
/// \param out_keys     receives a key for each run.
/// \param out          receives an element for each run.
/// \param count        receives the number of runs.
/// \return OMPSCAN_SUCCESS or another ompscan_status.
int ompscan_reduce_by_key(const void *keys, const void *in, size_t n,
                          size_t key_size, size_t element_size,
                          const ompscan_predicate *op, void *out_keys,
                          void *out, size_t *count);

/// Stores the first element and the length of each run of equal elements. If
/// less than the results is mapped, that is an error, after which the mapped
/// parts hold the results of some of the first runs.
///
/// \param in           the array to read.
/// \param n            the number of elements.
/// \param element_size the size of an element in bytes, 1 to 64.
/// \param equal        the equality, as for ompscan_unique().
/// \param out          receives an element for each run.
/// \param lengths      receives a length for each run, in elements.
/// \param count        receives the number of runs.
/// \return OMPSCAN_SUCCESS or another ompscan_status.
int ompscan_run_length_encode(const void *in, size_t n, size_t element_size,
                              const ompscan_predicate *equal, void *out,
                              size_t *lengths, size_t *count);

/// Counts the elements in each of equally wide bins. Elements outside of all
/// bins are not counted. Integer `x` is in bin (x - lower) * bins / (upper -
/// lower), rounded down. A floating-point `x` is in bin (x - lower) * (bins /
/// (upper - lower)), each step in that type, and never behind the last bin.
///
/// \param in     the array to read.
/// \param n      the number of elements.
/// \param type   an arithmetic type of OpenCL C of 1 to 8 bytes, such as
///               "float".
/// \param lower  points to the number at which the first bin begins.
/// \param upper  points to the number at which the last bin ends; it is in no
///               bin.
/// \param bins   the number of bins.
/// \param counts receives `bins` counts.
/// \return OMPSCAN_SUCCESS or another ompscan_status.
int ompscan_histogram_even(const void *in, size_t n, const char *type,
                           const void *lower, const void *upper, size_t bins,
                           size_t *counts);

/// Sorts keys; equal keys keep their order. The device, or the host, allocates
/// a second copy of the array. Floating-point keys are ordered by totalOrder of
/// IEEE 754: -0 before 0, NaNs at the ends.
///
/// \param keys       the keys; they are changed in place.
/// \param n          the number of elements.
/// \param key_type   an arithmetic type of OpenCL C of 1 to 8 bytes, such as
///                   "uint", or "int128" or "uint128" for __int128 and unsigned
///                   __int128.
/// \param descending not 0 if the largest key comes first.
/// \param companion  values that move along with their keys, or null.
/// \return OMPSCAN_SUCCESS or another ompscan_status.
int ompscan_radix_sort(void *keys, size_t n, const char *key_type,
                       int descending, const ompscan_companion *companion);

/// Sorts keys by some of their bits, in a step for each 8 of them; keys that
/// have them in common keep their order. As in CUB, the bits are those of the
/// unsigned integers that have the order of the keys: signed integers with
/// their highest bit inverted, and floating-point numbers with all bits
/// inverted if they are negative, else the highest one.
///
/// \param keys       the keys; they are changed in place.
/// \param n          the number of elements.
/// \param key_type   the type of a key, as for ompscan_radix_sort().
/// \param descending not 0 if the largest key comes first.
/// \param begin_bit  the number of the first bit; 0 is the least significant
///                   one.
/// \param end_bit    the number of the bit behind the last one, at most that of
///                   the bits of a key. Nothing moves if it is `begin_bit`.
/// \param companion  values that move along with their keys, or null.
/// \return OMPSCAN_SUCCESS or another ompscan_status.
int ompscan_radix_sort_bits(void *keys, size_t n, const char *key_type,
                            int descending, unsigned begin_bit,
                            unsigned end_bit,
                            const ompscan_companion *companion);

/// Stores the indices of keys in their sorted order (numpy.argsort); equal keys
/// keep their order. The keys do not change. The device, or the host, allocates
/// two copies of the keys and of the indices.
///
/// \param keys       the keys.
/// \param n          the number of keys.
/// \param key_type   the type of a key, as for ompscan_radix_sort().
/// \param descending not 0 if the largest key comes first.
/// \param indices    receives `n` indices, from 0.
/// \param index_size the size of an index, an unsigned integer, in bytes: 8, or
///                   4 for at most 2^32 keys.
/// \return OMPSCAN_SUCCESS or another ompscan_status.
int ompscan_argsort(const void *keys, size_t n, const char *key_type,
                    int descending, void *indices, size_t index_size);

/// Stores the first k keys of the sorted order: the largest ones, the largest
/// one first, or the smallest ones, the smallest one first. Of equal keys those
/// with lower indices come first. The order is that of ompscan_radix_sort(),
/// and the keys do not change. Unless k is more than a quarter of n, all keys
/// are read once, and few of them are sorted.
///
/// \param keys       the keys.
/// \param n          the number of keys.
/// \param key_type   the type of a key, as for ompscan_radix_sort().
/// \param descending not 0 for the largest keys.
/// \param k          the number of keys wanted, at most n.
/// \param out        receives k keys.
/// \param indices    receives k indices, from 0; may be null.
/// \param index_size the size of an index, an unsigned integer, in bytes: 8, or
///                   4 for at most 2^32 keys. It has no meaning without
///                   indices.
/// \return OMPSCAN_SUCCESS or another ompscan_status.
int ompscan_top_k(const void *keys, size_t n, const char *key_type,
                  int descending, size_t k, void *out, void *indices,
                  size_t index_size);

/// Stores the key that is at a position of the sorted order, such as the median
/// at n / 2. Of equal keys those with lower indices come first. The order is
/// that of ompscan_radix_sort(). Unlike std::nth_element, the keys do not
/// change. All keys are read once, and some of them a second time.
///
/// \param keys       the keys.
/// \param n          the number of keys.
/// \param key_type   the type of a key, as for ompscan_radix_sort().
/// \param descending not 0 if the largest key comes first.
/// \param position   the position, from 0, less than n.
/// \param out        receives the key.
/// \param index      receives its index, from 0; may be null.
/// \return OMPSCAN_SUCCESS or another ompscan_status.
int ompscan_nth_element(const void *keys, size_t n, const char *key_type,
                        int descending, size_t position, void *out,
                        size_t *index);

#pragma pack(pop)

#ifdef __cplusplus
}
#endif

#endif // OMPSCAN_PRIMITIVES_H
