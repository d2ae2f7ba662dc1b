#include "strength/mutation/changes.h"

#include <map>
#include <string_view>
#include <tuple>

namespace aunit::strength {

namespace {

/// File, paragraph, operator, old text and new text of a mutant, and its number among the mutants for which these five are equal.
using Key = std::tuple<std::string_view, std::string_view, Operator, std::string_view, std::string_view, std::size_t>;

/// Computes keys of mutants. Call `of` for each mutant in the report's order.
class Keys {
 public:
  Key of(const MutatedFile& file, const MutantResult& mutant) {
    Key key{file.path, mutant.paragraph, mutant.by, mutant.original, mutant.replacement, 0};
    std::get<std::size_t>(key) = ++alike_[key];
    return key;
  }

 private:
  std::map<Key, std::size_t> alike_;
};

}  // namespace

Changes changes(const Report& before, const Report& after) {
  std::map<Key, const MutantResult*> known;
  Keys earlier, later;
  for (const MutatedFile& file : before.files)
    for (const MutantResult& mutant : file.mutants) known.emplace(earlier.of(file, mutant), &mutant);
  Changes result;
  for (const MutatedFile& file : after.files)
    for (const MutantResult& mutant : file.mutants) {
      const auto found = known.find(later.of(file, mutant));
      const MutantResult* was = found == known.end() ? nullptr : found->second;
      if (isSurvivor(mutant) && was && was->fate == Fate::killed)
        result.lost.push_back({&file, &mutant});
      else if (isSurvivor(mutant) && !(was && isSurvivor(*was)))
        result.appeared.push_back({&file, &mutant});
      else if (!isSurvivor(mutant) && mutant.fate != Fate::pending && was && isSurvivor(*was))
        result.gained.push_back({&file, &mutant});
    }
  return result;
}

}  // namespace aunit::strength
