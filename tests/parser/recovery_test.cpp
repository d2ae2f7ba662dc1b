// Drafts of models: the model that remains if some paragraphs or modules cannot be read.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/parser/resolve_support.h"
#include "tests/parser/uses_support.h"

namespace aunit::parser {
namespace {

using test::loadFiles;
using test::loadModel;
using test::messages;
using test::namesOf;

TEST(Recovery, NamesAreResolvedBesideParagraphsThatCannotBeRead) {
  EXPECT_EQ(messages(*loadModel("sig A {}\n"
                                "fact { some A ] }\n"
                                "fact { some Bx }\n"
                                "check Nope\n"
                                "run {} for 3 Cx\n")),
            "2:15 found `]`; expected `}`, an operator or another formula\n"
            "3:13 the name \"Bx\" cannot be found\n"
            "4:7 there is no assertion \"Nope\"\n"
            "5:14 there is no signature \"Cx\"\n");
}

TEST(Recovery, WhatCouldNotBeReadMayDeclareAnyOfItsNames) {
  EXPECT_EQ(messages(*loadModel("sig A { f: set A, g }\n"
                                "enum E { X, }\n"
                                "assert Sound { ] }\n"
                                "fact { some f and some g and some X and some E }\n"
                                "check Sound\n")),
            "1:21 found `}`; expected `=`, `:` or `,`\n"
            "2:13 found `}`; expected a name\n"
            "3:16 found `]`; expected `}` or an expression\n");
}

TEST(Recovery, AHeadDeclaresWithoutItsBody) {
  const auto loaded = loadModel(
      "abstract sig P { g: set P }\n"
      "sig C extends P { h: }\n"
      "pred p[c: C] { some c.g and and }\n"
      "fun q[c: C]: set P { c. }\n"
      "fact { all c: C | p[c] and some q[c].g and p[none, c] }\n");
  EXPECT_EQ(messages(*loaded),
            "2:22 found `}`; expected an expression\n"
            "3:29 `and` is a keyword and cannot be a name\n"
            "4:25 found `}`; expected an expression\n"
            "5:44 pred this/p takes 1 argument, but more are given\n");
  ASSERT_TRUE(loaded->draft);
  EXPECT_FALSE(loaded->model);
  const model::Model& draft = *loaded->draft;
  ASSERT_EQ(draft.sigs().size(), model::builtin::count + 2u);
  EXPECT_EQ(draft.sigs().back().name, "C");
  EXPECT_EQ(draft.sig(draft.sigs().back().parents[0]).name, "P");
  EXPECT_TRUE(draft.sigs().back().fields.empty());
  const auto p = std::ranges::find(draft.funcs(), "p", &model::Func::name);
  ASSERT_NE(p, draft.funcs().end());
  EXPECT_EQ(p->params.size(), 1u);
  EXPECT_EQ(p->body, model::noId);
  EXPECT_EQ(namesOf(*loaded),
            "signature P 1:14: 1:25 2:15 4:18\n"
            "field g 1:18: 5:38\n"
            "signature C 2:5: 3:11 4:10 5:15\n"
            "function p 3:6: 5:19\n"
            "variable c 3:8:\n"
            "function q 4:5: 5:33\n"
            "variable c 4:7:\n"
            "variable c 5:12: 5:21 5:35 5:52\n");
}

TEST(Recovery, AModuleThatIsNotThereMayDeclareAnything) {
  EXPECT_EQ(messages(*loadFiles({{"main.als",
                                  "open nowhere\n"
                                  "open util/ordering[T] as o\n"
                                  "sig A extends B { f: set C, g: A -> some }\n"
                                  "fact { some o/first and some f and A = A + 1 }\n"}})),
            "1:1 the module \"nowhere\" cannot be found\n"
            "3:42 found `}`; expected an expression\n");
}

TEST(Recovery, NorIsAnythingSaidAgainstNamesWhereAnOpenCannotBeRead) {
  EXPECT_EQ(messages(*loadFiles({{"t.aunit", "open none\nval v { A = X }\ntest \"a\" { v satisfies p }\n"}}, "t.aunit")),
            "1:6 `none` is a keyword and cannot be a name\n");
}

TEST(Recovery, ModulesThatAreOpenedRecoverToo) {
  const auto loaded = loadFiles({{"main.als", "open b\nsig A extends B {}\nfact { some f and some Ax }\n"},
                                 {"b.als", "module b\nsig B { f: set B }\nfact { ] }\n"}});
  EXPECT_EQ(messages(*loaded),
            "3:24 the name \"Ax\" cannot be found\n"
            "3:8 found `]`; expected `}` or an expression\n");
}

TEST(Recovery, WhatContradictsItselfIsNotReadOn) {
  const auto loaded = loadModel("sig A {}\nsig A {}\nfact { some Ax }\n");
  EXPECT_EQ(messages(*loaded), "2:5 \"A\" is declared more than once\n");
  EXPECT_FALSE(loaded->draft);
}

}  // namespace
}  // namespace aunit::parser
