// The memory of trees: the addresses of nodes never change, and a range of nodes can be freed.
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <utility>
#include <vector>

namespace aunit::parser::alloy {

/// Nodes in the order in which they were made. A reference to a node is valid until the node is freed.
template <typename T>
class Chunks {
 public:
  /// The number of nodes that were made, including those that were freed by `free`.
  std::size_t size() const { return size_; }
  T& back() { return chunks_.back().back(); }

  T& push_back(T node) {
    if (size_ % inOne == 0) chunks_.emplace_back().reserve(inOne);
    chunks_.back().push_back(std::move(node));
    ++size_;
    return back();
  }

  /// Removes all nodes whose index is at least `size`.
  void shrink(std::size_t size) {
    if (size >= size_) return;
    size_ = size;
    chunks_.resize((size + inOne - 1) / inOne);
    if (size % inOne != 0)
      chunks_.back().erase(chunks_.back().begin() + static_cast<std::ptrdiff_t>(size % inOne), chunks_.back().end());
  }

  /// Returns the index of a node, searching from index `from` on.
  std::size_t indexOf(const T* node, std::size_t from) const {
    for (std::size_t chunk = from / inOne;; ++chunk) {
      const std::vector<T>& all = chunks_[chunk];
      if (!std::less<>()(node, all.data()) && std::less<>()(node, all.data() + all.size()))
        return chunk * inOne + static_cast<std::size_t>(node - all.data());
    }
  }

  /// Frees the chunks that lie completely within the nodes `first` .. `end`-1. The indices of all other nodes stay the same.
  void free(std::size_t first, std::size_t end) {
    for (std::size_t chunk = (first + inOne - 1) / inOne; chunk < end / inOne; ++chunk) chunks_[chunk] = std::vector<T>();
  }

 private:
  static constexpr std::size_t inOne = 256;  // nodes in one chunk

  std::vector<std::vector<T>> chunks_;
  std::size_t size_ = 0;
};

}  // namespace aunit::parser::alloy
