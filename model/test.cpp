#include "model/test.h"

#include <algorithm>

namespace aunit::model {

std::string_view words(Named what) {
  switch (what) {
    case Named::fact: return "fact";
    case Named::sig: return "sig";
    case Named::field: return "declaration of";
    case Named::predicate: return "predicate";
    case Named::assertion: return "assertion";
    case Named::scope: return "scope of";
  }
  return {};
}

std::vector<std::uint32_t> Tests::lineage(std::uint32_t valuation) const {
  std::vector<bool> seen(valuation + 1);
  std::vector<std::uint32_t> result, open = {valuation};
  // A valuation has a larger id than the valuations that it extends, so ascending ids list the extended ones first.
  while (!open.empty()) {
    const std::uint32_t next = open.back();
    open.pop_back();
    if (seen[next]) continue;
    seen[next] = true;
    result.push_back(next);
    open.insert(open.end(), valuations[next].bases.begin(), valuations[next].bases.end());
  }
  std::ranges::sort(result);
  return result;
}

void Marks::add(const Marks& others) {
  if (!skip) skip = others.skip;
  if (!xfail) xfail = others.xfail;
}

}  // namespace aunit::model
