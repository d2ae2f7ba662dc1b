#include "runner/grading/layout.h"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace aunit::runner {

namespace {

/// Longer paths are rejected, because matching takes quadratic time.
constexpr std::size_t longestPath = 1'000;

struct Piece {
  std::string literal;  // a literal text; empty if the piece is a name or `*`
  std::string name;     // the name in braces; empty if the piece is a literal text or `*`
  bool any = false;     // `*`
};

std::vector<Piece> piecesOf(std::string_view layout) {
  std::vector<Piece> pieces;
  while (!layout.empty()) {
    const std::size_t close = layout.front() == '{' ? layout.find('}') : std::string_view::npos;
    if (close != std::string_view::npos) {
      pieces.push_back({{}, std::string(layout.substr(1, close - 1)), false});
      layout.remove_prefix(close + 1);
    } else if (layout.front() == '*') {
      pieces.push_back({{}, {}, true});
      layout.remove_prefix(1);
    } else {
      if (pieces.empty() || pieces.back().literal.empty()) pieces.emplace_back();
      pieces.back().literal += layout.front();
      layout.remove_prefix(1);
    }
  }
  return pieces;
}

class LayoutMatcher {
 public:
  LayoutMatcher(std::vector<Piece> pieces, std::string_view path)
      : pieces_(std::move(pieces)), path_(path), failed_((pieces_.size() + 1) * (path.size() + 1)) {}

  bool fits(std::size_t piece, std::size_t at) {
    if (piece == pieces_.size()) return at == path_.size();
    const std::size_t place = piece * (path_.size() + 1) + at;
    if (failed_[place] && !repeats_) return false;
    failed_[place] = !fitsHere(piece, at);
    return !failed_[place];
  }

  std::map<std::string, std::string> values;

 private:
  bool fitsHere(std::size_t piece, std::size_t at) {
    const Piece& one = pieces_[piece];
    if (!one.literal.empty()) return path_.substr(at).starts_with(one.literal) && fits(piece + 1, at + one.literal.size());
    if (const auto known = values.find(one.name); !one.any && known != values.end()) {
      const std::string value = known->second;
      return path_.substr(at).starts_with(value) && fits(piece + 1, at + value.size());
    }
    const std::size_t most = std::min(path_.find('/', at), path_.size());
    for (std::size_t end = at + (one.any ? 0 : 1); end <= most; ++end) {
      if (!one.any) values[one.name] = path_.substr(at, end - at);
      if (fits(piece + 1, end)) return true;
      if (!one.any) values.erase(one.name);
    }
    return false;
  }

  const std::vector<Piece> pieces_;
  const std::string_view path_;
  // By index of a piece and position in the path: true if this piece and the following ones cannot match the rest of the path.
  std::vector<bool> failed_;
  // Whether a name occurs twice. The match of the rest then also depends on the name's first value, so `failed_` is not used.
  const bool repeats_ = [this] {
    for (std::size_t i = 0; i < pieces_.size(); ++i)
      for (std::size_t k = 0; k < i; ++k)
        if (!pieces_[i].name.empty() && pieces_[i].name == pieces_[k].name) return true;
    return false;
  }();
};

}  // namespace

std::optional<std::map<std::string, std::string>> fitted(std::string_view layout, std::string_view path) {
  if (path.size() > longestPath) return std::nullopt;
  LayoutMatcher fitting(piecesOf(layout), path);
  if (!fitting.fits(0, 0)) return std::nullopt;
  return std::move(fitting.values);
}

}  // namespace aunit::runner
