// Differences between two reports on mutants.
#include "strength/mutation/changes.h"

#include <gtest/gtest.h>

namespace aunit::strength {
namespace {

MutantResult mutant(const std::string& paragraph, const std::string& original, const std::string& replacement, Fate fate) {
  MutantResult result;
  result.paragraph = paragraph;
  result.original = original;
  result.replacement = replacement;
  result.fate = fate;
  return result;
}

Report reportOn(std::vector<MutantResult> mutants) {
  Report report;
  report.files.push_back({"list.als", "", std::move(mutants)});
  return report;
}

std::vector<std::string> textsOf(const std::vector<Changes::Entry>& entries) {
  std::vector<std::string> texts;
  for (const Changes::Entry& entry : entries)
    texts.push_back(entry.mutant->paragraph + ": " + entry.mutant->original + " -> " + entry.mutant->replacement);
  return texts;
}

using Texts = std::vector<std::string>;

TEST(Changes, TellWhatTestsNoLongerNoticeFromWhatIsNew) {
  const Report before = reportOn({mutant("pred p", "all", "some", Fate::killed), mutant("pred p", "a", "b", Fate::survived),
                                  mutant("pred p", "x", "y", Fate::equivalent), mutant("pred p", "u", "v", Fate::survived),
                                  mutant("pred gone", "a", "b", Fate::survived)});
  const Report after = reportOn({mutant("pred new", "a", "b", Fate::unknown), mutant("pred p", "all", "some", Fate::survived),
                                 mutant("pred p", "a", "b", Fate::killed), mutant("pred p", "x", "y", Fate::survived),
                                 mutant("pred p", "u", "v", Fate::pending)});
  const Changes found = changes(before, after);
  EXPECT_EQ(textsOf(found.lost), Texts{"pred p: all -> some"});
  EXPECT_EQ(textsOf(found.appeared), (Texts{"pred new: a -> b", "pred p: x -> y"}));
  EXPECT_EQ(textsOf(found.gained), Texts{"pred p: a -> b"});
  const Changes none = changes(after, after);
  EXPECT_TRUE(none.lost.empty() && none.appeared.empty() && none.gained.empty());
}

TEST(Changes, TellApartMutantsThatDoTheSame) {
  const Report before = reportOn({mutant("pred p", "a", "b", Fate::killed), mutant("pred p", "a", "b", Fate::survived)});
  const Report after = reportOn({mutant("pred p", "a", "b", Fate::killed), mutant("pred p", "a", "b", Fate::killed)});
  EXPECT_EQ(changes(before, after).gained.size(), 1u);
  EXPECT_EQ(changes(after, before).lost.size(), 1u);
  EXPECT_TRUE(changes(before, after).lost.empty());
}

}  // namespace
}  // namespace aunit::strength
