#include "product.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>
#include <vector>

#include "shape.h"
#include "widen.h"

#if defined(__clang__)
#define FOVEA_UNROLL _Pragma("clang loop unroll(full)")
#define FOVEA_KEEP_ROLLED _Pragma("clang loop unroll(disable)")
#else
#define FOVEA_UNROLL _Pragma("GCC unroll 16")
#define FOVEA_KEEP_ROLLED _Pragma("GCC unroll 1")
#endif

namespace fovea::kernels {
namespace {

/// One tile of C: some rows × one panel's columns, over one block's depth.
struct Tile {
  const Scalar* a;
  Index aStride;
  const Scalar* panel;
  Index depth;
  Scalar* c;
  Index cStride;
  Start start;
};

template <Index kRows>
void startTile(const Tile& t, Vec (&sums)[kRows][kPanelVecs]) {
  FOVEA_UNROLL
  for (Index i = 0; i < kRows; ++i) {
    FOVEA_UNROLL
    for (Index j = 0; j < kPanelVecs; ++j) {
      sums[i][j] = t.start.add    ? load(t.c + i * t.cStride + j * kLanes)
                   : t.start.bias ? load(t.start.bias + j * kLanes)
                                  : splat(0);
    }
  }
}

/// The micro-kernel. Its loop over k stays rolled and keeps few pointers: else V8 runs out of
/// registers and spills the sums.
template <Index kRows>
void multiplyTile(const Tile& t) {
  Vec sums[kRows][kPanelVecs];
  startTile<kRows>(t, sums);
  const Scalar* a[kRows];
  FOVEA_UNROLL
  for (Index i = 0; i < kRows; ++i) a[i] = t.a + i * t.aStride;
  const Scalar* const end = t.panel + t.depth * kPanelColumns;
  FOVEA_KEEP_ROLLED
  for (const Scalar* panel = t.panel; panel != end; panel += kPanelColumns) {
    const Vec b0 = load(panel);
    const Vec b1 = load(panel + kLanes);
    FOVEA_UNROLL
    for (Index i = 0; i < kRows; ++i) {
      const Vec x = loadSplat(a[i]);
      ++a[i];
      sums[i][0] = multiplyAdd(x, b0, sums[i][0]);
      sums[i][1] = multiplyAdd(x, b1, sums[i][1]);
    }
  }
  FOVEA_UNROLL
  for (Index i = 0; i < kRows; ++i) {
    FOVEA_UNROLL
    for (Index j = 0; j < kPanelVecs; ++j) store(t.c + i * t.cStride + j * kLanes, sums[i][j]);
  }
}

template <std::size_t... kIndices>
constexpr auto tileTable(std::index_sequence<kIndices...>) {
  return std::array<void (*)(const Tile&), sizeof...(kIndices)>{
      &multiplyTile<static_cast<Index>(kIndices) + 1>...};
}

void multiplyTileOf(Index rows, const Tile& t) {
  static constexpr auto kTable = tileTable(std::make_index_sequence<kTileHeights>());
  kTable[static_cast<std::size_t>(rows - 1)](t);
}

/// A tile whose panel reaches beyond C's last column: it goes by way of a full tile of its own.
void multiplyPartialTile(Index rows, Index columns, Tile t) {
  Scalar full[kTileRows * kPanelColumns] = {};
  Scalar* const c = std::exchange(t.c, full);
  const Index cStride = std::exchange(t.cStride, kPanelColumns);
  const Scalar* const bias = std::exchange(t.start.bias, nullptr);
  for (Index i = 0; i < rows; ++i) {
    if (t.start.add) std::copy_n(c + i * cStride, columns, full + i * kPanelColumns);
    if (bias) std::copy_n(bias, columns, full + i * kPanelColumns);
  }
  t.start.add = t.start.add || bias;
  multiplyTileOf(rows, t);
  for (Index i = 0; i < rows; ++i) std::copy_n(full + i * kPanelColumns, columns, c + i * cStride);
}

/// Asks for a panel all at once: while the tiles of the one before it are at work, memory would
/// else be idle.
void touch(const char* panel, Index bytes) {
  constexpr Index kLine = 64;
  FOVEA_KEEP_ROLLED
  for (Index i = 0; i < bytes; i += 4 * kLine) {
    prefetch(panel + i);
    prefetch(panel + i + kLine);
    prefetch(panel + i + 2 * kLine);
    prefetch(panel + i + 3 * kLine);
  }
}

/// The panels of a packed matrix, in their order.
class Panels {
 public:
  explicit Panels(const PackedMatrix& b)
      : storage_(b.storage()),
        at_(storage_ == Storage::kScalar ? static_cast<const void*>(b.scalars()) : b.words()) {}

  /// The next panel, of so many scalars. It holds until the one after it is asked for.
  const Scalar* next(Index size) {
    const void* const panel = at_;
    bytes_ = size * (storage_ == Storage::kScalar ? static_cast<Index>(sizeof(Scalar)) : 2);
    at_ = static_cast<const char*>(at_) + bytes_;
    if (storage_ == Storage::kScalar) return static_cast<const Scalar*>(panel);
    static thread_local Scalar widened[kBlockDepth * kPanelColumns];
    widen(storage_, static_cast<const std::uint32_t*>(panel), size / 2, widened);
    return widened;
  }

  /// A single tile reads its panel in one stream, which the processor foresees.
  void touchNext() const { touch(static_cast<const char*>(at_), bytes_); }

 private:
  Storage storage_;
  const void* at_;
  Index bytes_ = 0;
};

Index tilesOf(Index rows) { return (rows + kTileRows - 1) / kTileRows; }

/// Rows of C by one panel, cut into tiles of nearly equal height.
void multiplyPanel(Index rows, Index columns, Tile t) {
  const Index tiles = tilesOf(rows);
  const auto run = [&](Index height) {
    if (columns == kPanelColumns) {
      multiplyTileOf(height, t);
    } else {
      multiplyPartialTile(height, columns, t);
    }
    t.a += height * t.aStride;
    t.c += height * t.cStride;
  };
  for (Index i = 0; i < tiles; ++i) run(rows / tiles + (i < rows % tiles ? 1 : 0));
}

/// Some rows of A by all of B.
void multiplyChunk(const StridedView& a, const PackedMatrix& b, Scalar* c, Index cStride,
                   Start start) {
  Panels panels(b);
  for (Index k = 0; k < b.rows(); k += kBlockDepth) {
    const Index depth = std::min(kBlockDepth, b.rows() - k);
    for (Index j = 0; j < b.columns(); j += kPanelColumns) {
      const Scalar* const panel = panels.next(depth * kPanelColumns);
      Tile t{a.data + k, a.rowStride, panel, depth, c + j, cStride, start};
      if (start.bias) t.start.bias = start.bias + j;
      if (tilesOf(a.rows) > 1) panels.touchNext();
      multiplyPanel(a.rows, std::min(kPanelColumns, b.columns() - j), t);
    }
    start = {nullptr, true};
  }
}

/// A copy whose rows are contiguous, as the micro-kernel reads them; it lasts until the next one.
StridedView rowMajor(const StridedView& a) {
  static thread_local std::vector<Scalar> copy;
  copy.resize(static_cast<std::size_t>(a.rows * a.columns));
  for (Index i = 0; i < a.rows; ++i)
    for (Index k = 0; k < a.columns; ++k)
      copy[static_cast<std::size_t>(i * a.columns + k)] =
          a.data[i * a.rowStride + k * a.columnStride];
  return {copy.data(), a.rows, a.columns, a.columns, 1};
}

}  // namespace

void multiply(const StridedView& a, const PackedMatrix& b, Scalar* c, Index cStride, Start start) {
  if (a.columnStride != 1) return multiply(rowMajor(a), b, c, cStride, start);
  for (Index i = 0; i < a.rows; i += kChunkRows) {
    StridedView chunk = a;
    chunk.data += i * a.rowStride;
    chunk.rows = std::min(kChunkRows, a.rows - i);
    multiplyChunk(chunk, b, c + i * cStride, cStride, start);
  }
}

void multiply(const StridedView& a, const StridedView& b, Scalar* c, Index cStride, Start start) {
  constexpr Index kColumnsAtOnce = 32 * kPanelColumns;
  static thread_local PackedMatrix packed;
  if (a.columnStride != 1) return multiply(rowMajor(a), b, c, cStride, start);
  for (Index j = 0; j < b.columns; j += kColumnsAtOnce) {
    StridedView part = b;
    part.data += j * b.columnStride;
    part.columns = std::min(kColumnsAtOnce, b.columns - j);
    packed.assign(part);
    multiply(a, packed, c + j, cStride, {start.bias ? start.bias + j : nullptr, start.add});
  }
}

}  // namespace fovea::kernels
