//===- ompscan/primitives.hpp - Data-sliding primitives ------- -*- C++ -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The functions of ompscan/primitives.h for C++11 and later, with typed
/// elements and exceptions. Each function does what the C function of the same
/// name with the prefix `ompscan_` does, which describes its parameters; sizes
/// and positions count elements. A parameter `with` is an array whose elements
/// move along. Every function throws ompscan::primitive_error if the C function
/// fails.
///
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_PRIMITIVES_HPP
#define OMPSCAN_PRIMITIVES_HPP

#include "ompscan/primitives.h"
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace ompscan {

/// The error of a call that has failed. No array has changed, unless what()
/// says otherwise.
class primitive_error : public std::runtime_error {
public:
  /// Takes the description of the error from ompscan_last_error().
  explicit primitive_error(int status)
      : std::runtime_error(ompscan_last_error()), status_(status) {}
  /// Returns the ompscan_status of the call.
  int status() const { return status_; }

private:
  int status_;
};

/// The name of a type in OpenCL C. Arithmetic types are known; a program
/// specializes this template for its structures.
///
/// \code
/// template <> struct ompscan::device_type<pair> {
///   static const char *text() { return "struct { float key; uint value; }"; }
/// };
/// \endcode
template <typename T> struct device_type {
  static_assert(std::is_arithmetic<T>::value && sizeof(T) <= 8,
                "specialise ompscan::device_type for this type");
  /// Returns a type name of OpenCL C, or the text of a structure.
  static const char *text() {
    if (std::is_floating_point<T>::value)
      return sizeof(T) == 4 ? "float" : "double";
    const bool is_signed = std::is_signed<T>::value;
    switch (sizeof(T)) {
    case 1:
      return is_signed ? "char" : "uchar";
    case 2:
      return is_signed ? "short" : "ushort";
    case 4:
      return is_signed ? "int" : "uint";
    default:
      return is_signed ? "long" : "ulong";
    }
  }
};

/// An expression of OpenCL C over the element `x` (and `y`), with values for
/// its other names: `condition("x < limit").with("limit", 3.5f)`.
class condition {
public:
  /// Makes a condition of the text of an expression.
  condition(const char *text) : text_(text) {}
  /// Makes a condition of the text of an expression.
  condition(std::string text) : text_(std::move(text)) {}

  /// Adds an argument: \p value is copied, and the expression uses it as \p
  /// name.
  template <typename T> condition &with(std::string name, const T &value) {
    static_assert(std::is_trivially_copyable<T>::value,
                  "arguments are passed by value");
    const auto *bytes = reinterpret_cast<const unsigned char *>(&value);
    values_.push_back({device_type<T>::text(), std::move(name),
                       std::vector<unsigned char>(bytes, bytes + sizeof(T))});
    return *this;
  }
  /// Puts declarations, such as functions, in front of the expression.
  condition &after(std::string preamble) {
    preamble_ = std::move(preamble);
    return *this;
  }

  /// Calls \p f with the ompscan_predicate that C functions take, for elements
  /// of the type \p type of OpenCL C, and returns its result.
  template <typename Function> int pass(const char *type, Function f) const {
    std::vector<ompscan_argument> arguments;
    for (const value &v : values_)
      arguments.push_back(
          {v.type, v.name.c_str(), v.bytes.data(), v.bytes.size()});
    const ompscan_predicate predicate{
        type, text_.c_str(), preamble_.empty() ? nullptr : preamble_.c_str(),
        arguments.data(), arguments.size()};
    return f(&predicate);
  }

private:
  struct value {
    const char *type;
    std::string name;
    std::vector<unsigned char> bytes;
  };
  std::string text_, preamble_;
  std::vector<value> values_;
};

/// An array whose elements move along with those of the main array:
/// companion(data) for functions that work in place, companion(in, out) for
/// those with an output array, companion(in, out, rest) for partition_copy().
class companion {
public:
  /// Makes an object that stands for no array.
  companion() : c_{nullptr, 0, nullptr, nullptr} {}
  /// Refers to an array and its output arrays.
  template <typename T>
  explicit companion(T *data,
                     typename std::remove_const<T>::type *out = nullptr,
                     typename std::remove_const<T>::type *rest = nullptr)
      : c_{const_cast<typename std::remove_const<T>::type *>(data), sizeof(T),
           out, rest} {}
  /// Returns the structure that C functions take, or null if there is no array.
  const ompscan_companion *get() const {
    return c_.element_size ? &c_ : nullptr;
  }

private:
  ompscan_companion c_;
};

namespace detail {
inline void check(int status) {
  if (status != OMPSCAN_SUCCESS)
    throw primitive_error(status);
}

template <typename T, typename Function>
size_t select(const condition &c, Function f) {
  static_assert(std::is_trivially_copyable<T>::value,
                "elements are moved as bytes");
  size_t kept = 0;
  check(c.pass(device_type<T>::text(),
               [&](const ompscan_predicate *p) { return f(p, &kept); }));
  return kept;
}
} // namespace detail

/// Keeps the elements for which \p keep holds, in place.
/// \return the number of elements kept, as do all selections below.
template <typename T>
size_t select(T *data, size_t n, const condition &keep,
              const companion &with = companion()) {
  return detail::select<T>(keep, [&](const ompscan_predicate *p, size_t *k) {
    return ompscan_select(data, n, sizeof(T), p, with.get(), k);
  });
}

/// Removes the elements for which \p drop holds, in place.
template <typename T>
size_t remove_if(T *data, size_t n, const condition &drop,
                 const companion &with = companion()) {
  return detail::select<T>(drop, [&](const ompscan_predicate *p, size_t *k) {
    return ompscan_remove_if(data, n, sizeof(T), p, with.get(), k);
  });
}

/// Copies the elements for which \p keep holds.
template <typename T>
size_t copy_if(const T *in, T *out, size_t n, const condition &keep,
               const companion &with = companion()) {
  return detail::select<T>(keep, [&](const ompscan_predicate *p, size_t *k) {
    return ompscan_copy_if(in, out, n, sizeof(T), p, with.get(), k);
  });
}

/// Keeps the elements whose flag is not 0, in place.
template <typename T>
size_t select_flagged(T *data, const unsigned char *flags, size_t n,
                      const companion &with = companion()) {
  size_t kept = 0;
  detail::check(
      ompscan_select_flagged(data, flags, n, sizeof(T), with.get(), &kept));
  return kept;
}

/// Copies the elements whose flag is not 0.
template <typename T>
size_t copy_flagged(const T *in, T *out, const unsigned char *flags, size_t n,
                    const companion &with = companion()) {
  size_t kept = 0;
  detail::check(
      ompscan_copy_flagged(in, out, flags, n, sizeof(T), with.get(), &kept));
  return kept;
}

/// Removes the elements that equal \p value, by the type's own `==`, in place.
template <typename T>
size_t remove(T *data, size_t n, const T &value,
              const companion &with = companion()) {
  size_t kept = 0;
  detail::check(ompscan_remove(data, n, sizeof(T), device_type<T>::text(),
                               &value, with.get(), &kept));
  return kept;
}

/// Keeps the first of each run of equal elements, in place.
template <typename T>
size_t unique(T *data, size_t n, const condition &equal = "x == y",
              const companion &with = companion()) {
  return detail::select<T>(equal, [&](const ompscan_predicate *p, size_t *k) {
    return ompscan_unique(data, n, sizeof(T), p, with.get(), k);
  });
}

/// Keeps the first of each run of equal keys, and its value, in place.
template <typename Key, typename Value>
size_t unique_by_key(Key *keys, Value *values, size_t n,
                     const condition &equal = "x == y") {
  return detail::select<Key>(equal, [&](const ompscan_predicate *p, size_t *k) {
    return ompscan_unique_by_key(keys, values, n, sizeof(Key), sizeof(Value), p,
                                 k);
  });
}

/// Copies the first of each run of equal elements.
template <typename T>
size_t unique_copy(const T *in, T *out, size_t n,
                   const condition &equal = "x == y",
                   const companion &with = companion()) {
  return detail::select<T>(equal, [&](const ompscan_predicate *p, size_t *k) {
    return ompscan_unique_copy(in, out, n, sizeof(T), p, with.get(), k);
  });
}

/// Moves the elements for which \p first holds in front of the others, in
/// place.
template <typename T>
size_t partition(T *data, size_t n, const condition &first,
                 const companion &with = companion()) {
  return detail::select<T>(first, [&](const ompscan_predicate *p, size_t *k) {
    return ompscan_partition(data, n, sizeof(T), p, with.get(), k);
  });
}

/// Copies the elements for which \p first holds to \p out, and the others to
/// \p rest, or behind the first ones if \p rest is null.
template <typename T>
size_t partition_copy(const T *in, T *out, T *rest, size_t n,
                      const condition &first,
                      const companion &with = companion()) {
  return detail::select<T>(first, [&](const ompscan_predicate *p, size_t *k) {
    return ompscan_partition_copy(in, out, rest, n, sizeof(T), p, with.get(),
                                  k);
  });
}

/// Moves the elements whose bit \p bit is 0 in front of the others, in place.
template <typename T>
size_t split(T *data, size_t n, unsigned bit,
             const companion &with = companion()) {
  static_assert(std::is_unsigned<T>::value, "bits of unsigned integers");
  size_t kept = 0;
  detail::check(ompscan_split(data, n, sizeof(T), bit, with.get(), &kept));
  return kept;
}

/// Moves rows of \p columns elements, which lie side by side, so that they lie
/// \p pitch elements apart, in place, and fills the rest.
template <typename T>
void pad(T *data, size_t rows, size_t columns, size_t pitch,
         const T &fill = T()) {
  detail::check(ompscan_pad(data, rows, columns, pitch, sizeof(T), &fill));
}

/// Moves rows that lie \p pitch elements apart so that they lie side by side,
/// in place.
template <typename T>
void unpad(T *data, size_t rows, size_t columns, size_t pitch) {
  detail::check(ompscan_unpad(data, rows, columns, pitch, sizeof(T)));
}

/// Moves the elements from \p position on by \p count towards the end, in
/// place, and fills the gap.
template <typename T>
void insert_gap(T *data, size_t n, size_t position, size_t count,
                const T &fill = T()) {
  detail::check(ompscan_insert_gap(data, n, position, count, sizeof(T), &fill));
}

/// Removes the \p count elements from \p position on, in place.
template <typename T>
void erase_range(T *data, size_t n, size_t position, size_t count) {
  detail::check(ompscan_erase_range(data, n, position, count, sizeof(T)));
}

/// Moves all elements by \p by towards the end, or towards the begin if it is
/// negative, in place, and fills the places that no element moves to.
template <typename T>
void shift(T *data, size_t n, std::ptrdiff_t by, const T &fill = T()) {
  detail::check(ompscan_shift(data, n, by, sizeof(T), &fill));
}

/// Combines \p initial and all elements, from left to right, by an associative
/// operator: an expression over `x` and `y`, or one of + * min max & | ^.
template <typename T>
T reduce(const T *in, size_t n, T initial, const condition &op = "+") {
  T result = initial;
  detail::check(
      op.pass(device_type<T>::text(), [&](const ompscan_predicate *p) {
        return ompscan_reduce(in, n, sizeof(T), p, &initial, &result);
      }));
  return result;
}

/// Scans the elements of each run of equal keys by themselves, inclusively.
/// \p out may be \p in.
template <typename Key, typename T>
void inclusive_scan_by_key(const Key *keys, const T *in, T *out, size_t n,
                           const condition &op = "+") {
  const ompscan_segments segments{nullptr, keys, sizeof(Key), nullptr, 0};
  detail::check(
      op.pass(device_type<T>::text(), [&](const ompscan_predicate *p) {
        return ompscan_segmented_scan(in, out, n, sizeof(T), p, &segments,
                                      nullptr);
      }));
}

/// Scans the elements of each run of equal keys by themselves, exclusively,
/// from
/// \p initial on.
template <typename Key, typename T>
void exclusive_scan_by_key(const Key *keys, const T *in, T *out, size_t n,
                           T initial, const condition &op = "+") {
  const ompscan_segments segments{nullptr, keys, sizeof(Key), nullptr, 0};
  detail::check(
      op.pass(device_type<T>::text(), [&](const ompscan_predicate *p) {
        return ompscan_segmented_scan(in, out, n, sizeof(T), p, &segments,
                                      &initial);
      }));
}

/// Combines the elements of each run of equal keys.
/// \return the number of runs.
template <typename Key, typename T>
size_t reduce_by_key(const Key *keys, const T *in, size_t n, Key *out_keys,
                     T *out, const condition &op = "+") {
  size_t count = 0;
  detail::check(
      op.pass(device_type<T>::text(), [&](const ompscan_predicate *p) {
        return ompscan_reduce_by_key(keys, in, n, sizeof(Key), sizeof(T), p,
                                     out_keys, out, &count);
      }));
  return count;
}

/// Scans an array of \p T inclusively whose \p count pieces are mapped on
/// several devices. The first element is combined with \p initial if it is not
/// null.
template <typename T>
void inclusive_scan_across(const ompscan_piece *pieces, size_t count,
                           const condition &op = "+",
                           const T *initial = nullptr) {
  detail::check(
      op.pass(device_type<T>::text(), [&](const ompscan_predicate *p) {
        return ompscan_scan_across(pieces, count, sizeof(T), p, initial);
      }));
}

/// Combines \p initial and the elements of each of \p count segments, which
/// begin at \p offsets.
template <typename T>
void segmented_reduce(const T *in, T *out, size_t n, const size_t *offsets,
                      size_t count, T initial, const condition &op = "+") {
  const ompscan_segments segments{nullptr, nullptr, 0, offsets, count};
  detail::check(
      op.pass(device_type<T>::text(), [&](const ompscan_predicate *p) {
        return ompscan_segmented_reduce(in, out, n, sizeof(T), p, &segments,
                                        &initial, nullptr);
      }));
}

/// Stores the first element and the length of each run of equal elements.
/// \return the number of runs.
template <typename T>
size_t run_length_encode(const T *in, size_t n, T *out, size_t *lengths,
                         const condition &equal = "x == y") {
  size_t count = 0;
  detail::check(
      equal.pass(device_type<T>::text(), [&](const ompscan_predicate *p) {
        return ompscan_run_length_encode(in, n, sizeof(T), p, out, lengths,
                                         &count);
      }));
  return count;
}

/// Counts the elements in each of \p bins equally wide bins.
template <typename T>
void histogram_even(const T *in, size_t n, T lower, T upper, size_t bins,
                    size_t *counts) {
  static_assert(std::is_arithmetic<T>::value, "numbers are counted");
  detail::check(ompscan_histogram_even(in, n, device_type<T>::text(), &lower,
                                       &upper, bins, counts));
}

namespace detail {

/// The name of a type of keys in the C functions.
template <typename T> struct key_type : device_type<T> {
  static_assert(std::is_arithmetic<T>::value, "keys are numbers");
};
#ifdef __SIZEOF_INT128__
__extension__ typedef __int128 int128;
__extension__ typedef unsigned __int128 uint128;
template <> struct key_type<int128> {
  static const char *text() { return "int128"; }
};
template <> struct key_type<uint128> {
  static const char *text() { return "uint128"; }
};
#endif

} // namespace detail

/// Sorts keys, which are numbers; equal keys keep their order.
template <typename T>
void radix_sort(T *keys, size_t n, bool descending = false,
                const companion &values = companion()) {
  detail::check(ompscan_radix_sort(keys, n, detail::key_type<T>::text(),
                                   descending, values.get()));
}

/// Sorts keys by their bits from \p begin_bit to before \p end_bit; keys that
/// have these in common keep their order.
template <typename T>
void radix_sort_bits(T *keys, size_t n, unsigned begin_bit, unsigned end_bit,
                     bool descending = false,
                     const companion &values = companion()) {
  detail::check(ompscan_radix_sort_bits(keys, n, detail::key_type<T>::text(),
                                        descending, begin_bit, end_bit,
                                        values.get()));
}

/// Stores the first \p k keys of the sorted order: the largest ones, or the
/// smallest if \p descending is false.
template <typename T>
void top_k(const T *keys, std::size_t n, std::size_t k, T *out,
           bool descending = true) {
  detail::check(ompscan_top_k(keys, n, detail::key_type<T>::text(), descending,
                              k, out, nullptr, 0));
}

/// Stores the first \p k keys of the sorted order and their indices, of 4 or 8
/// bytes.
template <typename T, typename Index>
void top_k(const T *keys, std::size_t n, std::size_t k, T *out, Index *indices,
           bool descending = true) {
  static_assert(std::is_integral<Index>::value, "indices are integers");
  detail::check(ompscan_top_k(keys, n, detail::key_type<T>::text(), descending,
                              k, out, indices, sizeof(Index)));
}

/// Returns the key at \p position of the sorted order. \p index receives its
/// index if it is not null.
template <typename T>
T nth_element(const T *keys, std::size_t n, std::size_t position,
              bool descending = false, std::size_t *index = nullptr) {
  T result;
  detail::check(ompscan_nth_element(keys, n, detail::key_type<T>::text(),
                                    descending, position, &result, index));
  return result;
}

/// Stores the indices, of 4 or 8 bytes, of keys in their sorted order.
template <typename T, typename Index>
void argsort(const T *keys, std::size_t n, Index *indices,
             bool descending = false) {
  static_assert(std::is_integral<Index>::value, "indices are integers");
  detail::check(ompscan_argsort(keys, n, detail::key_type<T>::text(),
                                descending, indices, sizeof(Index)));
}

} // namespace ompscan

#endif // OMPSCAN_PRIMITIVES_HPP
