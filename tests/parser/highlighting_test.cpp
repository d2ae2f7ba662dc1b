#include "parser/alloy/layout/highlighting.h"

#include <string>

#include <gtest/gtest.h>

namespace aunit::parser::alloy {
namespace {

// The text with K(...) around keywords, L(...) around literals, and C(...) around comments.
std::string highlighted(const std::string& text) {
  std::string out;
  std::size_t at = 0;
  for (const HighlightedPart& part : highlightsOf(text)) {
    out += text.substr(at, part.begin - at) + "KLC"[static_cast<int>(part.highlight)] + "(" +
           text.substr(part.begin, part.end - part.begin) + ")";
    at = part.end;
  }
  return out + text.substr(at);
}

TEST(Highlighting, knowsWordsLiteralsAndComments) {
  EXPECT_EQ(highlighted("all x: A | x in x.f && #x != 2 -- so"), "K(all) x: A | x K(in) x.f && #x != L(2) C(-- so)");
  EXPECT_EQ(highlighted("/* a\n b */ no \"x\" /**/"), "C(/* a\n b */) K(no) L(\"x\") C(/**/)");
}

TEST(Highlighting, knowsTheTestLanguageWhereItStands) {
  EXPECT_EQ(highlighted("test \"t\" { v satisfies run p }"), "K(test) L(\"t\") { v K(satisfies) K(run) p }");
  EXPECT_EQ(highlighted("val v {\n  state { state = S0 }\n  loop = L0->loop  loop 0 }"),
            "K(val) v {\n  K(state) { state = S0 }\n  loop = L0->loop  K(loop) L(0) }");
}

TEST(Highlighting, knowsMarksAndExpectedErrors) {
  EXPECT_EQ(highlighted("test \"t\" skip \"so\" { every v gives f expect error \"x\" }"),
            "K(test) L(\"t\") K(skip) L(\"so\") { K(every) v K(gives) f K(expect) K(error) L(\"x\") }");
  EXPECT_EQ(highlighted("pred skip { error }"), "K(pred) skip { error }");
}

TEST(Highlighting, doNotMindWhatIsNoAlloy) {
  EXPECT_EQ(highlighted("\"open"), "\"open");
  EXPECT_EQ(highlighted(""), "");
}

}  // namespace
}  // namespace aunit::parser::alloy
