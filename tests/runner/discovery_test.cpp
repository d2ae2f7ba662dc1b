#include "runner/files/discovery.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/runner/temporary_folder.h"

namespace aunit::runner {
namespace {

using testing::ElementsAre;

TEST(Discovery, FoldersAreSearchedInOrder) {
  const test::TemporaryFolder folder;
  folder.write("b/z.als", "");
  folder.write("b/a.aunit", "");
  folder.write("a.als", "");
  folder.write("readme.md", "prose");
  folder.write("model.md", "```alloy\nsig A {}\n```\n");
  folder.write("notes.txt", "");
  folder.write(".git/x.als", "");
  folder.write("node_modules/y.als", "");
  const Discovery found = discover({folder.path().string()});
  EXPECT_THAT(found.files, ElementsAre(folder / "a.als", folder / "b/a.aunit", folder / "b/z.als", folder / "model.md"));
  EXPECT_TRUE(found.errors.empty());
}

TEST(Discovery, AFileIsTakenWhateverItsNameAndOnlyOnce) {
  const test::TemporaryFolder folder;
  folder.write("tests.txt", "");
  folder.write("a.als", "");
  const Discovery found = discover({folder / "tests.txt", folder / "a.als", folder.path().string(),
                                    folder / "../" + folder.path().filename().string() + "/a.als"});
  EXPECT_THAT(found.files, ElementsAre(folder / "tests.txt", folder / "a.als"));
  EXPECT_THAT(found.fromFolder, ElementsAre(false, false));
}

TEST(Discovery, WhatIsNearTheTopComesFirstWhereNotEverythingIsLookedAt) {
  const test::TemporaryFolder folder;
  folder.write("a/a/a/a.als", "");
  for (int i = 0; i < 50; ++i) folder.write("a/a/a/" + std::to_string(i), "");
  folder.write("b/b.als", "");
  folder.write("c.als", "");
  const std::string top = folder.path().string();  // three entries, then two, one, and 51 at the bottom
  const Discovery some = discover({top}, {.entries = 6});
  EXPECT_THAT(some.files, ElementsAre(folder / "b/b.als", folder / "c.als"));
  EXPECT_FALSE(some.complete);
  EXPECT_TRUE(some.errors.empty());
  EXPECT_FALSE(discover({folder / "b", top}, {.entries = 57}).complete);  // the limit counts all folders together
  const Discovery all = discover({top}, {.entries = 57});
  EXPECT_THAT(all.files, ElementsAre(folder / "a/a/a/a.als", folder / "b/b.als", folder / "c.als"));
  EXPECT_TRUE(all.complete);
}

TEST(Discovery, WhatIsNotThereIsAnError) {
  const Discovery found = discover({"no/such/place"});
  EXPECT_THAT(found.errors, ElementsAre("no such file or folder: no/such/place"));
}

}  // namespace
}  // namespace aunit::runner
