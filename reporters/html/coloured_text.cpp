#include "reporters/html/coloured_text.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "reporters/markup.h"

namespace aunit::reporters::html {

namespace {

class Writer {
 public:
  Writer(std::string_view text, const std::vector<Stretch>& stretches, const TextColours& colours)
      : text_(text), stretches_(stretches), colours_(colours) {}

  std::string write() {
    std::size_t begin = 0;
    std::size_t size = text_.size();
    if (size != 0 && text_.back() == '\n') --size;
    auto fold = colours_.folds.begin();
    for (std::size_t number = 1;; ++number) {
      const std::size_t end = std::min(text_.find('\n', begin), size);
      const bool isFolded = fold != colours_.folds.end() && fold->first <= number;
      if (isFolded && fold->first == number)
        out_ += fmt::format("<details><summary>{} more lines</summary>\n", fold->last + 1 - fold->first);
      line(number, begin, end);
      if (colours_.below) out_ += colours_.below(number);
      if (isFolded && fold->last == number) {
        out_ += "</details>\n";
        ++fold;
      }
      if (end >= size) break;
      begin = end + 1;
    }
    return std::move(out_);
  }

 private:
  void line(std::size_t number, std::size_t begin, std::size_t end) {
    std::size_t begun = next_;
    while (begun < stretches_.size() && stretches_[begun].begin < end) ++begun;
    const std::string sign = colours_.sign(std::span(stretches_).subspan(next_, begun - next_));
    out_ += fmt::format("<div id=\"{2}L{0}\"><a href=\"#{2}L{0}\">{0}</a>{1}<code>", number, sign.empty() ? "<i></i>" : sign,
                        colours_.of);
    // Indentation is outside of all spans, so that it has no colour.
    std::size_t at = begin;
    while (at < end && (text_[at] == ' ' || text_[at] == '\t')) ++at;
    out_ += text_.substr(begin, at - begin);
    while (!open_.empty() && stretches_[open_.back()].end <= at) open_.pop_back();
    if (at < end)
      for (const std::size_t open : open_) openSpan(open, "data-o=\"");
    while (at < end) {
      while (!open_.empty() && stretches_[open_.back()].end <= at) {
        out_ += "</span>";
        open_.pop_back();
      }
      while (next_ < stretches_.size() && stretches_[next_].begin <= at) {
        openSpan(next_, fmt::format("id=\"{}o", colours_.of));
        open_.push_back(next_++);
      }
      std::size_t until = end;
      if (!open_.empty()) until = std::min<std::size_t>(until, stretches_[open_.back()].end);
      if (next_ < stretches_.size()) until = std::min<std::size_t>(until, stretches_[next_].begin);
      out_ += escaped(text_.substr(at, until - at));
      at = until;
    }
    if (at > begin && text_.substr(begin, end - begin).find_first_not_of(" \t") != std::string_view::npos)
      for (std::size_t i = 0; i < open_.size(); ++i) out_ += "</span>";
    out_ += "</code></div>\n";
  }

  void openSpan(std::size_t index, std::string_view numbered) {
    out_ += fmt::format("<span class=\"{}\" {}{}\">", colours_.classNames[index], numbered, index);
  }

  std::string_view text_;
  const std::vector<Stretch>& stretches_;
  const TextColours& colours_;
  std::size_t next_ = 0;           // the first stretch whose span is not opened yet
  std::vector<std::size_t> open_;  // the stretches with an open span, outermost first
  std::string out_;
};

}  // namespace

std::vector<Stretch> nested(std::vector<Stretch> stretches) {
  std::ranges::stable_sort(
      stretches, [](const Stretch& a, const Stretch& b) { return a.begin != b.begin ? a.begin < b.begin : a.end > b.end; });
  std::vector<Stretch> result;
  std::vector<std::uint32_t> ends;
  for (const Stretch& stretch : stretches) {
    while (!ends.empty() && ends.back() <= stretch.begin) ends.pop_back();
    if (!ends.empty() && stretch.end > ends.back()) continue;
    ends.push_back(stretch.end);
    result.push_back(stretch);
  }
  return result;
}

std::vector<Fold> foldsOf(std::string_view text, const std::vector<Stretch>& stretches) {
  constexpr std::size_t fewest = 4;  // hiding fewer lines saves no space
  std::vector<Fold> folds;
  std::size_t first = 1, number = 1, begin = 0;
  const auto close = [&] {
    if (number - first >= fewest) folds.push_back({first, number - 1});
    first = number + 1;
  };
  for (; begin < text.size(); ++number) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    if (std::ranges::any_of(stretches, [&](const Stretch& s) { return s.begin <= end && s.end > begin; })) close();
    begin = end + 1;
  }
  close();
  return folds;
}

std::string colouredText(std::string_view text, const std::vector<Stretch>& stretches, const TextColours& colours) {
  return Writer(text, stretches, colours).write();
}

}  // namespace aunit::reporters::html
