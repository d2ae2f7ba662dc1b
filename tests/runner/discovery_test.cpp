#include "runner/discovery.h"

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

TEST(Discovery, WhatIsNotThereIsAnError) {
  const Discovery found = discover({"no/such/place"});
  EXPECT_THAT(found.errors, ElementsAre("no such file or folder: no/such/place"));
}

}  // namespace
}  // namespace aunit::runner
