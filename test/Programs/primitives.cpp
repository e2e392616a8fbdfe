// RUN: %clangxx -std=c++17 -O0 %s %ompscan_include %ompscan_libs -o %t
// RUN: env OMP_TARGET_OFFLOAD=DEFAULT %run %t 12 | %filecheck %s
// RUN: %long env OMP_TARGET_OFFLOAD=DEFAULT %run %t 300
// RUN: env OMPSCAN_DEVICE=host %run %t 3000 | %filecheck %s
// RUN: env OMP_TARGET_OFFLOAD=DEFAULT %run %t 12 20000 1 text | %filecheck %s
// RUN: %long env OMP_TARGET_OFFLOAD=DEFAULT %run %t 300 20000 1 text
// CHECK: {{[0-9]+}} calls agree

// Random calls of the primitives, on arrays of the host and on mapped ones,
// against sequential code. The arguments are the number of calls, the largest
// size, and the first seed. Calls have no text, and sizes and types that there
// is PTX of; or with a fourth argument, "text", they have text, or other sizes,
// which CUDA needs a Clang for. "vectors" calls functions of vectors, too, which
// the PoCL of the tests lacks.

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <numeric>
#include <ompscan/data.h>
#include <ompscan/ompscan.h>
#include <ompscan/primitives.h>
#include <random>
#include <string>
#include <type_traits>
#include <vector>

static std::mt19937_64 Random;
static size_t MaxSize = 20000;
static bool HasVectors = false;

static size_t below(size_t N) { return Random() % N; }

static size_t randomSize() {
  const size_t Most = size_t(1) << below(static_cast<size_t>(
                          std::max(1.0, __builtin_log2(double(MaxSize))) + 1));
  return 1 + below(Most);
}

constexpr size_t alignmentOf(size_t Size) {
  return std::min(Size & -Size, size_t(16));
}
template <size_t Size> struct alignas(alignmentOf(Size)) Bytes {
  unsigned char B[Size];
  bool operator==(const Bytes &O) const { return !std::memcmp(B, O.B, Size); }
};

/// Elements that are often equal to their neighbours.
template <typename T> T randomItem(unsigned Kinds = 3) {
  if constexpr (std::is_arithmetic_v<T>)
    return static_cast<T>(below(Kinds));
  T Item{};
  std::memset(&Item, static_cast<int>(below(Kinds)), sizeof Item);
  return Item;
}

/// An array of a call, with a guard behind it, that may be mapped at an offset.
template <typename T> class Array {
public:
  Array(size_t N, unsigned Kinds = 3) : N(N), All(Front + N + Guard) {
    for (T &E : All)
      E = randomItem<T>(Kinds);
    Before = All;
  }
  explicit Array(const std::vector<T> &V) : Array(V.size()) {
    std::copy(V.begin(), V.end(), data());
    Before = All;
  }
  ~Array() {
    if (IsMapped)
      ompscan_unmap(OMPSCAN_DEFAULT_DEVICE, All.data(), bytes(),
                    OMPSCAN_DELETE);
  }
  T *data() { return All.data() + Front; }
  std::vector<T> items() const {
    return {Before.begin() + Front, Before.begin() + Front + ptrdiff_t(N)};
  }
  /// Maps the array, and overwrites what the host has of it.
  void map() {
    if (ompscan_map(OMPSCAN_DEFAULT_DEVICE, All.data(), bytes(), OMPSCAN_TO))
      std::printf("map: %s\n", ompscan_last_error());
    IsMapped = true;
    if (!ompscan_device_shares_memory(OMPSCAN_DEFAULT_DEVICE))
      std::memset(static_cast<void *>(All.data()), 0x5a, bytes());
  }
  /// Whether the first elements are \p Wanted, and the guards unchanged.
  bool is(const std::vector<T> &Wanted, bool Close = false) {
    if (IsMapped)
      ompscan_unmap(OMPSCAN_DEFAULT_DEVICE, All.data(), bytes(),
                    OMPSCAN_FROM | OMPSCAN_DELETE);
    IsMapped = false;
    for (size_t I = 0; I != All.size(); ++I) {
      const size_t K = I - Front;
      if (I >= Front && K < Wanted.size()) {
        if (!equal(All[I], Wanted[K], Close))
          return false;
      } else if ((I < Front || K >= N) && !equal(All[I], Before[I], false))
        return false;
    }
    return true;
  }

private:
  static constexpr size_t Guard = 5;
  const size_t Front = below(2) ? 0 : below(9);
  const size_t N;
  std::vector<T> All, Before;
  bool IsMapped = false;

  size_t bytes() const { return All.size() * sizeof(T); }
  static bool equal(const T &A, const T &B, bool Close) {
    if constexpr (std::is_floating_point_v<T>)
      if (Close)
        return std::abs(A - B) <= 1e-4 * std::max<T>(1, std::abs(B));
    return !std::memcmp(&A, &B, sizeof A);
  }
};

template <typename... Types> static void mapSome(Types &...Arrays) {
  const size_t Mode = below(3); // none, all, some
  (void)std::initializer_list<int>{
      ((Mode == 1 || (Mode == 2 && below(2))) ? Arrays.map() : void(), 0)...};
}

static bool done(int Status) {
  if (Status)
    std::printf("error: %s\n", ompscan_last_error());
  return !Status;
}

/// The elements of \p V at the places \p Which.
template <typename T>
std::vector<T> pick(const std::vector<T> &V, const std::vector<size_t> &Which) {
  std::vector<T> R;
  for (size_t I : Which)
    R.push_back(V[I]);
  return R;
}

/// One of the selections, with a companion of four bytes or none.
template <typename T> bool select() {
  const size_t N = randomSize(), Kind = below(4);
  Array<T> Data(N);
  Array<uint32_t> Moved(N, 1000000);
  Array<unsigned char> Flags(N, 2);
  const std::vector<T> Before = Data.items();
  const std::vector<unsigned char> Flag = Flags.items();
  const T Value = randomItem<T>();
  const bool HasCompanion = below(2);
  const ompscan_companion Companion{Moved.data(), 4, nullptr, nullptr};
  const ompscan_companion *C = HasCompanion ? &Companion : nullptr;
  std::vector<size_t> Kept, Rest;
  for (size_t I = 0; I != N; ++I) {
    const bool Keeps =
        Kind == 0   ? Flag[I] != 0
        : Kind == 1 ? !(Before[I] == Value)
        : Kind == 2
            ? I == 0 || !(Before[I] == Before[I - 1])
            : !(*reinterpret_cast<const unsigned char *>(&Before[I]) & 1);
    (Keeps ? Kept : Rest).push_back(I);
  }
  if (Kind == 3 && (sizeof(T) > 8 || !std::is_integral_v<T>))
    return true;
  mapSome(Data, Moved, Flags);
  size_t Count = 77;
  int Status = 0;
  const char *Type = std::is_same_v<T, float>    ? "float"
                     : std::is_same_v<T, double> ? "double"
                                                 : nullptr;
  const ompscan_predicate Equal{Type, nullptr, nullptr, nullptr, 0};
  switch (Kind) {
  case 0:
    Status = ompscan_select_flagged(Data.data(), Flags.data(), N, sizeof(T), C,
                                    &Count);
    break;
  case 1:
    Status = ompscan_remove(Data.data(), N, sizeof(T), Type, &Value, C, &Count);
    break;
  case 2:
    Status = ompscan_unique(Data.data(), N, sizeof(T), Type ? &Equal : nullptr,
                            C, &Count);
    break;
  default:
    Status = ompscan_split(Data.data(), N, sizeof(T), 0, C, &Count);
  }
  if (!done(Status) || Count != Kept.size())
    return false;
  const std::vector<uint32_t> Companions = Moved.items();
  if (Kind == 3)
    Kept.insert(Kept.end(), Rest.begin(), Rest.end());
  return Data.is(pick(Before, Kept)) &&
         (!C || Moved.is(pick(Companions, Kept)));
}

template <typename T> bool runs() {
  const size_t N = randomSize();
  Array<T> In(N), Out(N);
  Array<size_t> Lengths(N);
  const std::vector<T> Before = In.items();
  std::vector<T> Values;
  std::vector<size_t> Wanted;
  for (size_t I = 0; I != N; ++I) {
    if (I == 0 || !(Before[I] == Before[I - 1])) {
      Values.push_back(Before[I]);
      Wanted.push_back(0);
    }
    ++Wanted.back();
  }
  mapSome(In, Out, Lengths);
  size_t Count = 77;
  return done(ompscan_run_length_encode(In.data(), N, sizeof(T), nullptr,
                                        Out.data(), Lengths.data(), &Count)) &&
         Count == Values.size() && Out.is(Values) && Lengths.is(Wanted);
}

template <typename T> bool moves() {
  const T Fill = randomItem<T>(200);
  if (below(2)) {
    const size_t N = randomSize();
    const auto By = static_cast<ptrdiff_t>(below(2 * N)) - ptrdiff_t(N);
    Array<T> Data(N, 250);
    const std::vector<T> Before = Data.items();
    std::vector<T> Wanted(N, Fill);
    for (size_t I = 0; I != N; ++I)
      if (const ptrdiff_t From = ptrdiff_t(I) - By;
          From >= 0 && From < ptrdiff_t(N))
        Wanted[I] = Before[size_t(From)];
    mapSome(Data);
    return done(ompscan_shift(Data.data(), N, By, sizeof(T), &Fill)) &&
           Data.is(Wanted);
  }
  const size_t Columns = 1 + below(50), Pitch = Columns + below(20);
  const size_t Rows = randomSize() / Columns + 1;
  Array<T> Data(Rows * Pitch, 250);
  const std::vector<T> Before = Data.items();
  std::vector<T> Wanted(Rows * Pitch, Fill);
  for (size_t I = 0; I != Rows * Columns; ++I)
    Wanted[I / Columns * Pitch + I % Columns] = Before[I];
  mapSome(Data);
  return done(ompscan_pad(Data.data(), Rows, Columns, Pitch, sizeof(T),
                          &Fill)) &&
         Data.is(Columns == Pitch ? Before : Wanted);
}

static const char *nameOf(int8_t) { return "char"; }
static const char *nameOf(uint8_t) { return "uchar"; }
static const char *nameOf(int16_t) { return "short"; }
static const char *nameOf(uint16_t) { return "ushort"; }
static const char *nameOf(int32_t) { return "int"; }
static const char *nameOf(uint32_t) { return "uint"; }
static const char *nameOf(int64_t) { return "long"; }
static const char *nameOf(uint64_t) { return "ulong"; }
static const char *nameOf(float) { return "float"; }
static const char *nameOf(double) { return "double"; }

__extension__ typedef __int128 Int128;
__extension__ typedef unsigned __int128 UInt128;
static const char *nameOf(Int128) { return "int128"; }
static const char *nameOf(UInt128) { return "uint128"; }

/// Numbers of the whole range of integers.
template <typename T> T randomNumber() {
  if constexpr (std::is_integral_v<T>)
    return static_cast<T>(Random());
  else if constexpr (std::is_floating_point_v<T>)
    return static_cast<T>(below(2000)) - T(1000);
  else if constexpr (std::is_same_v<T, Int128> || std::is_same_v<T, UInt128>)
    return static_cast<T>(UInt128(Random()) << 64 | Random());
  else
    return T::random();
}
template <typename T> Array<T> randomNumbers(size_t N) {
  std::vector<T> V(N);
  for (T &E : V)
    E = randomNumber<T>();
  return Array<T>(V);
}

constexpr const char *Signs[] = {"+", "min", "max", "*", "&", "|", "^"};

template <typename T> T combine(const char *Sign, T X, T Y) {
  if (!std::strcmp(Sign, "min"))
    return std::min(X, Y);
  if (!std::strcmp(Sign, "max"))
    return std::max(X, Y);
  if constexpr (std::is_integral_v<T>) {
    const auto A = static_cast<uint64_t>(X), B = static_cast<uint64_t>(Y);
    switch (*Sign) {
    case '+':
      return static_cast<T>(A + B);
    case '*':
      return static_cast<T>(A * B);
    case '&':
      return static_cast<T>(A & B);
    case '|':
      return static_cast<T>(A | B);
    default:
      return static_cast<T>(A ^ B);
    }
  }
  return X + Y;
}

/// A reduction by \p Op, which is \p Combine.
template <typename T, typename Function>
bool reduceBy(const ompscan_predicate &Op, Function Combine) {
  const size_t N = randomSize();
  Array<T> In = randomNumbers<T>(N);
  const std::vector<T> Before = In.items();
  const T Initial = randomNumber<T>();
  const bool HasInitial = below(2);
  T Wanted = HasInitial ? Combine(Initial, Before[0]) : Before[0];
  for (size_t I = 1; I != N; ++I)
    Wanted = Combine(Wanted, Before[I]);
  Array<T> Result(1);
  mapSome(In, Result);
  return done(ompscan_reduce(In.data(), N, sizeof(T), &Op,
                             HasInitial ? &Initial : nullptr, Result.data())) &&
         Result.is({Wanted}, true);
}

template <typename T> bool reduce() {
  const char *Sign = Signs[below(std::is_integral_v<T> ? 7 : 3)];
  return reduceBy<T>({nameOf(T()), Sign, nullptr, nullptr, 0},
                     [=](T X, T Y) { return combine(Sign, X, Y); });
}

/// A scan or reduction of segments by \p Op, which is \p Combine.
template <typename T, typename Key, typename Function>
bool segmentsBy(const ompscan_predicate &Op, Function Combine) {
  const size_t N = randomSize(), How = below(3);
  Array<T> In = randomNumbers<T>(N), Out(N);
  Array<Key> Keys(N, 2), OutKeys(N);
  Array<unsigned char> Heads(N, 2);
  const std::vector<T> Before = In.items();
  const std::vector<Key> KeysBefore = Keys.items();
  std::vector<unsigned char> IsHead = Heads.items();
  std::vector<size_t> Begins;
  for (size_t I = 0; I != N; ++I) {
    if (How == 1)
      IsHead[I] = I == 0 || KeysBefore[I] != KeysBefore[I - 1];
    IsHead[0] = 1;
    if (IsHead[I])
      Begins.push_back(I);
  }
  ompscan_segments By{};
  if (How == 0) {
    By.heads = Heads.data();
  } else if (How == 1) {
    By.keys = Keys.data();
    By.key_size = sizeof(Key);
  } else {
    By.offsets = Begins.data();
    By.count = Begins.size();
  }
  const T Initial = randomNumber<T>();
  const bool HasInitial = below(2), InPlace = below(2);
  std::vector<T> Scans(N), Totals;
  for (size_t I = 0; I != N; ++I) {
    const T Left = IsHead[I] ? Initial : Totals.back();
    if (IsHead[I])
      Totals.push_back(HasInitial ? Combine(Initial, Before[I]) : Before[I]);
    else
      Totals.back() = Combine(Left, Before[I]);
    Scans[I] = HasInitial ? Left : Totals.back();
  }
  std::vector<Key> Firsts;
  for (size_t I : Begins)
    Firsts.push_back(KeysBefore[I]);
  mapSome(In, Out, Keys, OutKeys, Heads);
  const T *First = HasInitial ? &Initial : nullptr;
  size_t Count = 77;
  if (below(2)) {
    Array<T> &To = InPlace ? In : Out;
    return done(ompscan_segmented_scan(In.data(), To.data(), N, sizeof(T), &Op,
                                       &By, First)) &&
           To.is(Scans, true);
  }
  if (How == 1 && below(2) && !HasInitial)
    return done(ompscan_reduce_by_key(Keys.data(), In.data(), N, sizeof(Key),
                                      sizeof(T), &Op, OutKeys.data(),
                                      Out.data(), &Count)) &&
           Count == Totals.size() && Out.is(Totals, true) && OutKeys.is(Firsts);
  return done(ompscan_segmented_reduce(In.data(), Out.data(), N, sizeof(T), &Op,
                                       &By, First, &Count)) &&
         Count == Totals.size() && Out.is(Totals, true);
}

template <typename T, typename Key> bool segments() {
  const char *Sign = Signs[below(3)];
  return segmentsBy<T, Key>({nameOf(T()), Sign, nullptr, nullptr, 0},
                            [=](T X, T Y) { return combine(Sign, X, Y); });
}

template <typename T> bool histogram() {
  const size_t N = randomSize();
  const size_t Bins = size_t(1) << below(14);
  const auto Lower = T(0);
  const auto Upper =
      static_cast<T>(std::is_integral_v<T> && sizeof(T) == 1 ? 100 : 1 << 14);
  std::vector<T> V(N);
  std::vector<size_t> Wanted(Bins);
  for (T &E : V) {
    E = static_cast<T>(below(static_cast<size_t>(Upper) + 10));
    if (!(E < Upper))
      continue;
    const size_t Bin =
        std::is_integral_v<T>
            ? static_cast<size_t>(E) * Bins / static_cast<size_t>(Upper)
            : static_cast<size_t>(E * (T(Bins) / Upper));
    ++Wanted[std::min(Bin, Bins - 1)];
  }
  Array<T> In(V);
  Array<size_t> Counts(Bins);
  mapSome(In, Counts);
  return done(ompscan_histogram_even(In.data(), N, nameOf(T()), &Lower, &Upper,
                                     Bins, Counts.data())) &&
         Counts.is(Wanted);
}

/// The bits from \p Begin to before \p End of the unsigned integer that stands
/// for a key.
template <typename T> UInt128 bitsOf(T Key, unsigned Begin, unsigned End) {
  UInt128 Bits = 0, Field = 0;
  std::memcpy(&Bits, &Key, sizeof Key);
  const UInt128 Sign = UInt128(1) << (8 * sizeof(T) - 1);
  if (std::is_floating_point_v<T> && (Bits & Sign))
    Bits = ~Bits;
  else if (T(-1) < T(0))
    Bits ^= Sign;
  for (unsigned B = End; B-- > Begin;)
    Field = 2 * Field + (Bits >> B & 1);
  return Field;
}

/// A sort by all bits, or by some of them if \p HasRange is set.
template <typename T, typename V> bool sort(bool HasRange) {
  const size_t N = randomSize();
  Array<T> Keys = below(2) ? randomNumbers<T>(N) : Array<T>(N, 100);
  Array<V> Values(N, 200);
  const std::vector<T> Before = Keys.items();
  const std::vector<V> Companions = Values.items();
  const bool IsDescending = below(2), HasValues = below(2);
  const unsigned All = 8 * sizeof(T);
  const auto Begin = static_cast<unsigned>(HasRange ? below(All + 1) : 0);
  const auto End =
      static_cast<unsigned>(HasRange ? Begin + below(All - Begin + 1) : All);
  std::vector<UInt128> Fields(HasRange ? N : 0);
  for (size_t I = 0; I != Fields.size(); ++I)
    Fields[I] = bitsOf(Before[I], Begin, End);
  std::vector<size_t> Order(N);
  std::iota(Order.begin(), Order.end(), size_t(0));
  const auto Less = [&](size_t A, size_t B) {
    return HasRange ? Fields[A] < Fields[B] : Before[A] < Before[B];
  };
  std::stable_sort(Order.begin(), Order.end(), [&](size_t A, size_t B) {
    return IsDescending ? Less(B, A) : Less(A, B);
  });
  const ompscan_companion Moved{Values.data(), sizeof(V), nullptr, nullptr};
  mapSome(Keys, Values);
  const ompscan_companion *C = HasValues ? &Moved : nullptr;
  return done(HasRange ? ompscan_radix_sort_bits(Keys.data(), N, nameOf(T()),
                                                 IsDescending, Begin, End, C)
                       : ompscan_radix_sort(Keys.data(), N, nameOf(T()),
                                            IsDescending, C)) &&
         Keys.is(pick(Before, Order)) &&
         (!HasValues || Values.is(pick(Companions, Order)));
}
template <typename T, typename V> bool sort() { return sort<T, V>(false); }
template <typename T, typename V> bool sortBits() { return sort<T, V>(true); }

/// The first keys, the one at a position, or the order of all.
template <typename T, typename I> bool order() {
  const size_t N = randomSize(), Kind = below(3);
  Array<T> Keys = below(2) ? randomNumbers<T>(N) : Array<T>(N, 100);
  const std::vector<T> Before = Keys.items();
  const bool IsDescending = below(2), HasIndices = below(2);
  std::vector<size_t> Order(N);
  std::iota(Order.begin(), Order.end(), size_t(0));
  std::stable_sort(Order.begin(), Order.end(), [&](size_t A, size_t B) {
    return IsDescending ? Before[B] < Before[A] : Before[A] < Before[B];
  });
  const size_t First = Kind == 1 ? below(N) : 0;
  const size_t Wanted = Kind == 0 ? below(N + 1) : Kind == 1 ? 1 : N;
  Order.erase(Order.begin(), Order.begin() + ptrdiff_t(First));
  Order.resize(Wanted);
  Array<T> Out(Wanted);
  Array<I> Indices(Wanted);
  Array<size_t> Index(1);
  mapSome(Keys, Out, Indices, Index);
  const char *const Type = nameOf(T());
  if (Kind == 1)
    return done(ompscan_nth_element(Keys.data(), N, Type, IsDescending, First,
                                    Out.data(),
                                    HasIndices ? Index.data() : nullptr)) &&
           Out.is(pick(Before, Order)) && Keys.is(Before) &&
           (!HasIndices || Index.is(Order));
  return done(Kind == 0
                  ? ompscan_top_k(Keys.data(), N, Type, IsDescending, Wanted,
                                  Out.data(),
                                  HasIndices ? Indices.data() : nullptr,
                                  sizeof(I))
                  : ompscan_argsort(Keys.data(), N, Type, IsDescending,
                                    Indices.data(), sizeof(I))) &&
         (Kind == 2 || Out.is(pick(Before, Order))) && Keys.is(Before) &&
         ((Kind == 0 && !HasIndices) ||
          Indices.is(std::vector<I>(Order.begin(), Order.end())));
}

// Calls with text.

/// x -> a x + b: composition is not commutative.
struct Affine {
  uint32_t A, B;
  static constexpr ompscan_predicate Compose = {
      "struct { uint a, b; }", "compose(x, y)",
      "ompscan_E compose(ompscan_E x, ompscan_E y) {\n"
      "  ompscan_E r = {y.a * x.a, y.a * x.b + y.b};\n  return r;\n}",
      nullptr, 0};
  static Affine compose(Affine X, Affine Y) {
    return {Y.A * X.A, Y.A * X.B + Y.B};
  }
  static Affine random() {
    return {static_cast<uint32_t>(Random()), static_cast<uint32_t>(Random())};
  }
};

/// Sums of a vector that is larger than what a device exchanges at once.
struct Sums {
  uint64_t V[5];
  static constexpr ompscan_predicate Add = {
      "struct { ulong v[5]; }", "add(x, y)",
      "ompscan_E add(ompscan_E x, ompscan_E y) {\n"
      "  for (int i = 0; i < 5; i++)\n    x.v[i] += y.v[i];\n  return x;\n}",
      nullptr, 0};
  static Sums add(Sums X, const Sums &Y) {
    for (int I = 0; I != 5; ++I)
      X.V[I] += Y.V[I];
    return X;
  }
  static Sums random() {
    return {{Random(), Random(), Random(), Random(), Random()}};
  }
};

/// A vector of OpenCL C.
struct alignas(16) Float4 {
  float V[4];
};

bool reduceAffine() { return reduceBy<Affine>(Affine::Compose, Affine::compose); }
bool reduceSums() { return reduceBy<Sums>(Sums::Add, Sums::add); }
bool reduceText() {
  return reduceBy<int32_t>({"int", "max(x, y)", nullptr, nullptr, 0},
                           [](int32_t X, int32_t Y) { return std::max(X, Y); });
}
template <typename Key> bool segmentsAffine() {
  return segmentsBy<Affine, Key>(Affine::Compose, Affine::compose);
}
template <typename Key> bool segmentsSums() {
  return segmentsBy<Sums, Key>(Sums::Add, Sums::add);
}
bool segmentsText() {
  return segmentsBy<int64_t, uint32_t>(
      {"long", "min(x, y)", nullptr, nullptr, 0},
      [](int64_t X, int64_t Y) { return std::min(X, Y); });
}

/// The functions with a condition, which is \p Holds, with a companion of four
/// bytes or none.
template <typename T, typename Function>
bool selectBy(const ompscan_predicate &Condition, Function Holds,
              std::vector<T> Items) {
  const size_t N = Items.size(), Kind = below(5);
  Array<T> Data(Items), Out(N), Others(N);
  Array<uint32_t> Moved(N, 1000000);
  const std::vector<uint32_t> Companions = Moved.items();
  const ompscan_companion Companion{Moved.data(), 4, nullptr, nullptr};
  // Copies would need an array for what is moved.
  const ompscan_companion *C =
      Kind < 2 && below(2) ? &Companion : nullptr;
  std::vector<size_t> Kept, Rest;
  for (size_t I = 0; I != N; ++I)
    (Holds(Items[I]) == (Kind != 1) ? Kept : Rest).push_back(I);
  mapSome(Data, Out, Others, Moved);
  size_t Count = 77;
  int Status = 0;
  switch (Kind) {
  case 0:
    Status = ompscan_select(Data.data(), N, sizeof(T), &Condition, C, &Count);
    break;
  case 1:
    Status =
        ompscan_remove_if(Data.data(), N, sizeof(T), &Condition, C, &Count);
    break;
  case 2:
    Status = ompscan_copy_if(Data.data(), Out.data(), N, sizeof(T), &Condition,
                             nullptr, &Count);
    break;
  case 3:
    Status = ompscan_partition(Data.data(), N, sizeof(T), &Condition, nullptr,
                               &Count);
    break;
  default:
    Status = ompscan_partition_copy(Data.data(), Out.data(), Others.data(), N,
                                    sizeof(T), &Condition, nullptr, &Count);
  }
  if (!done(Status) || Count != Kept.size())
    return false;
  if (Kind == 2)
    return Data.is(Items) && Out.is(pick(Items, Kept));
  if (Kind == 4)
    return Data.is(Items) && Out.is(pick(Items, Kept)) &&
           Others.is(pick(Items, Rest));
  if (Kind == 3)
    Kept.insert(Kept.end(), Rest.begin(), Rest.end());
  return Data.is(pick(Items, Kept)) && (!C || Moved.is(pick(Companions, Kept)));
}

bool selectMultiples() {
  std::vector<int32_t> Items(randomSize());
  for (int32_t &E : Items)
    E = static_cast<int32_t>(below(1000));
  const auto K = static_cast<int32_t>(2 + below(5));
  const ompscan_argument Argument{"int", "k", &K, sizeof K};
  return selectBy<int32_t>({"int", "x % k == 0", nullptr, &Argument, 1},
                           [=](int32_t X) { return X % K == 0; }, Items);
}
bool selectStructures() {
  std::vector<Affine> Items(randomSize());
  for (Affine &E : Items)
    E = {static_cast<uint32_t>(below(10)), static_cast<uint32_t>(below(10))};
  return selectBy<Affine>(
      {"struct { uint a, b; }", "less(x.a, x.b)",
       "bool less(uint a, uint b) { return a < b; }", nullptr, 0},
      [](const Affine &X) { return X.A < X.B; }, Items);
}
bool selectVectors() {
  std::vector<Float4> Items(randomSize());
  for (Float4 &E : Items)
    for (float &V : E.V)
      V = static_cast<float>(below(4));
  const char *const Text =
      HasVectors ? "dot(x, x) > 10.0f && any(x == 0.0f)"
                 : "x.x * x.x + x.y * x.y + x.z * x.z + x.w * x.w > 10.0f &&"
                   "fmin(fmin(x.x, x.y), fmin(x.z, x.w)) == 0.0f";
  return selectBy<Float4>({"float4", Text, nullptr, nullptr, 0},
                          [](const Float4 &X) {
                            float Sum = 0;
                            bool HasZero = false;
                            for (float V : X.V) {
                              Sum += V * V;
                              HasZero |= V == 0;
                            }
                            return Sum > 10 && HasZero;
                          },
                          Items);
}

/// Calls that compare by an expression: the halves of numbers.
bool compareHalves() {
  const size_t N = randomSize();
  Array<uint16_t> In(N, 6), Out(N);
  Array<size_t> Lengths(N);
  const std::vector<uint16_t> Before = In.items();
  std::vector<uint16_t> Values;
  std::vector<size_t> Wanted;
  for (size_t I = 0; I != N; ++I) {
    if (I == 0 || Before[I] / 2 != Before[I - 1] / 2) {
      Values.push_back(Before[I]);
      Wanted.push_back(0);
    }
    ++Wanted.back();
  }
  mapSome(In, Out, Lengths);
  const ompscan_predicate Equal{"ushort", "x / 2 == y / 2", nullptr, nullptr,
                                0};
  size_t Count = 77;
  if (below(2))
    return done(ompscan_unique(In.data(), N, 2, &Equal, nullptr, &Count)) &&
           Count == Values.size() && In.is(Values);
  return done(ompscan_run_length_encode(In.data(), N, 2, &Equal, Out.data(),
                                        Lengths.data(), &Count)) &&
         Count == Values.size() && Out.is(Values) && Lengths.is(Wanted);
}

struct Case {
  const char *Name;
  bool (*Run)();
};
#define MOVED(f)                                                               \
  {#f " of 1", f<uint8_t>}, {#f " of 2", f<uint16_t>},                         \
      {#f " of 4", f<uint32_t>}, {#f " of 8", f<uint64_t>}, {                  \
    #f " of 16", f<Bytes<16>>                                                  \
  }
#define NUMBERS(f)                                                             \
  {#f " char", f<int8_t>}, {#f " uchar", f<uint8_t>},                          \
      {#f " short", f<int16_t>}, {#f " ushort", f<uint16_t>},                  \
      {#f " int", f<int32_t>}, {#f " uint", f<uint32_t>},                      \
      {#f " long", f<int64_t>}, {#f " ulong", f<uint64_t>},                    \
      {#f " float", f<float>}, {                                               \
    #f " double", f<double>                                                    \
  }
#define PAIRS(f, second)                                                       \
  {#f " int", f<int32_t, second>}, {#f " uint", f<uint32_t, second>},          \
      {#f " long", f<int64_t, second>}, {#f " ulong", f<uint64_t, second>},    \
      {#f " float", f<float, second>}, {                                       \
    #f " double", f<double, second>                                            \
  }

static const Case Cases[] = {MOVED(select),
                             {"select float", select<float>},
                             {"select double", select<double>},
                             MOVED(runs),
                             MOVED(moves),
                             NUMBERS(reduce),
                             PAIRS(segments, uint32_t),
                             PAIRS(segments, uint64_t),
                             NUMBERS(histogram),
                             PAIRS(sort, uint32_t),
                             PAIRS(sort, uint64_t),
                             {"sort short", sort<int16_t, uint32_t>},
                             {"sort uchar", sort<uint8_t, uint64_t>},
                             {"sort int128", sort<Int128, uint64_t>},
                             {"sort uint128", sort<UInt128, uint32_t>},
                             PAIRS(order, uint32_t),
                             {"order short", order<int16_t, uint64_t>},
                             {"order uchar", order<uint8_t, uint32_t>},
                             {"order int128", order<Int128, uint64_t>},
                             {"sort bits int", sortBits<int32_t, uint32_t>},
                             {"sort bits uint", sortBits<uint32_t, uint64_t>},
                             {"sort bits long", sortBits<int64_t, uint64_t>},
                             {"sort bits ulong",
                              sortBits<uint64_t, uint32_t>}};

static const Case TextCases[] = {
    {"reduce affine", reduceAffine},
    {"reduce sums", reduceSums},
    {"reduce text", reduceText},
    {"segments affine, 4", segmentsAffine<uint32_t>},
    {"segments affine, 8", segmentsAffine<uint64_t>},
    {"segments sums", segmentsSums<uint32_t>},
    {"segments text", segmentsText},
    {"select multiples", selectMultiples},
    {"select structures", selectStructures},
    {"select vectors", selectVectors},
    {"compare halves", compareHalves},
    {"select of 12", select<Bytes<12>>},
    {"runs of 24", runs<Bytes<24>>},
    {"sort bits float", sortBits<float, uint32_t>},
    {"sort bits double", sortBits<double, uint16_t>},
    {"sort bits short", sortBits<int16_t, uint32_t>},
    {"sort bits uchar", sortBits<uint8_t, Bytes<16>>},
    {"sort bits int128", sortBits<Int128, uint32_t>},
    {"sort bits uint128", sortBits<UInt128, uint64_t>},
    {"moves of 5", moves<Bytes<5>>},
    {"moves of 40", moves<Bytes<40>>}};

int main(int Count, char **Arguments) {
  const auto Number = [&](int I, uint64_t Default) {
    return Count > I ? std::strtoull(Arguments[I], nullptr, 10) : Default;
  };
  const uint64_t Calls = Number(1, 300), First = Number(3, 1);
  MaxSize = Number(2, MaxSize);
  const std::string Kind = Count > 4 ? Arguments[4] : "";
  HasVectors = Kind == "vectors";
  const bool HasText = HasVectors || Kind == "text";
  uint64_t Wrong = 0;
  for (uint64_t Seed = First; Seed != First + Calls; ++Seed) {
    Random.seed(Seed);
    const Case &C = HasText ? TextCases[Seed % std::size(TextCases)]
                            : Cases[Seed % std::size(Cases)];
    if (!C.Run()) {
      std::printf("%s is wrong, seed %llu\n", C.Name,
                  static_cast<unsigned long long>(Seed));
      ++Wrong;
    }
  }
  if (Wrong)
    std::printf("%llu calls are wrong\n",
                static_cast<unsigned long long>(Wrong));
  else
    std::printf("%llu calls agree\n", static_cast<unsigned long long>(Calls));
  return Wrong != 0;
}
