#include "parser/uses.h"

#include <algorithm>
#include <tuple>

namespace aunit::parser {

using model::FileId;
using model::Span;

namespace {

auto place(const Span& span) {
  return std::tuple(span.file, span.begin, span.end);
}

bool isBefore(const NameUse& a, const NameUse& b) {
  return std::pair(place(a.use), place(a.declaration)) < std::pair(place(b.use), place(b.declaration));
}

void sortOnce(std::vector<NameUse>& uses) {
  std::ranges::sort(uses, isBefore);
  uses.erase(std::unique(uses.begin(), uses.end()), uses.end());
}

}  // namespace

UseIndex::UseIndex(std::vector<NameUse> uses) : byUse_(std::move(uses)) {
  sortOnce(byUse_);
  byDeclaration_ = byUse_;
  std::ranges::stable_sort(byDeclaration_, {}, [](const NameUse& name) { return place(name.declaration); });
}

std::optional<NameUse> UseIndex::at(FileId file, std::uint32_t offset) const {
  const auto names = in(file);
  const auto behind = std::ranges::upper_bound(names, offset, {}, [](const NameUse& name) { return name.use.begin; });
  if (behind == names.begin()) return std::nullopt;
  const std::uint32_t begin = std::prev(behind)->use.begin;
  const auto first = std::ranges::lower_bound(names, begin, {}, [](const NameUse& name) { return name.use.begin; });
  return offset <= first->use.end ? std::optional(*first) : std::nullopt;
}

std::vector<Span> UseIndex::usesOf(Span declaration) const {
  std::vector<Span> uses;
  for (const NameUse& name :
       std::ranges::equal_range(byDeclaration_, place(declaration), {}, [](const NameUse& n) { return place(n.declaration); }))
    uses.push_back(name.use);
  return uses;
}

std::span<const NameUse> UseIndex::in(FileId file) const {
  const auto names = std::ranges::equal_range(byUse_, file, {}, [](const NameUse& name) { return name.use.file; });
  return std::span(byUse_).subspan(static_cast<std::size_t>(names.begin() - byUse_.begin()), names.size());
}

void UseCollector::add(NameKind kind, Span use, Span declaration) {
  if (finished_ || !use.known() || !declaration.known()) return;
  if (uses_.size() >= compactAt_) {
    sortOnce(uses_);
    compactAt_ = std::max(compactAt_, 2 * uses_.size());
  }
  uses_.push_back({use, declaration, kind});
}

UseCollector::Proposal UseCollector::propose(NameKind kind, Span use, Span declaration) {
  if (finished_ || !use.known() || !declaration.known()) return model::noId;
  proposed_.push_back({use, declaration, kind});
  return static_cast<Proposal>(proposed_.size() - 1);
}

void UseCollector::confirm(Proposal proposal) {
  if (finished_ || proposal == model::noId) return;
  add(proposed_[proposal].kind, proposed_[proposal].use, proposed_[proposal].declaration);
}

void UseCollector::forgetProposals(std::size_t count) {
  if (count < proposed_.size()) proposed_.resize(count);
}

std::vector<NameUse> UseCollector::finish() {
  finished_ = true;
  proposed_ = std::vector<NameUse>();  // `= {}` would keep the memory
  return std::move(uses_);
}

}  // namespace aunit::parser
