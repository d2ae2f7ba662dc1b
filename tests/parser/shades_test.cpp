#include "parser/alloy/shades.h"

#include <string>

#include <gtest/gtest.h>

namespace aunit::parser::alloy {
namespace {

// The text with K(...), L(...) and C(...) around keywords, literals and comments.
std::string shaded(const std::string& text) {
  std::string out;
  std::size_t at = 0;
  for (const ShadedPart& part : shadesOf(text)) {
    out += text.substr(at, part.begin - at) + "KLC"[static_cast<int>(part.shade)] + "(" +
           text.substr(part.begin, part.end - part.begin) + ")";
    at = part.end;
  }
  return out + text.substr(at);
}

TEST(Shades, knowsWordsLiteralsAndComments) {
  EXPECT_EQ(shaded("all x: A | x in x.f && #x != 2 -- so"), "K(all) x: A | x K(in) x.f && #x != L(2) C(-- so)");
  EXPECT_EQ(shaded("/* a\n b */ no \"x\" /**/"), "C(/* a\n b */) K(no) L(\"x\") C(/**/)");
}

TEST(Shades, knowsTheTestLanguageWhereItStands) {
  EXPECT_EQ(shaded("test \"t\" { v satisfies run p }"), "K(test) L(\"t\") { v K(satisfies) K(run) p }");
  EXPECT_EQ(shaded("val v {\n  state { state = S0 }\n  loop = L0->loop  loop 0 }"),
            "K(val) v {\n  K(state) { state = S0 }\n  loop = L0->loop  K(loop) L(0) }");
}

TEST(Shades, knowsMarksAndExpectedErrors) {
  EXPECT_EQ(shaded("test \"t\" skip \"so\" { every v gives f expect error \"x\" }"),
            "K(test) L(\"t\") K(skip) L(\"so\") { K(every) v K(gives) f K(expect) K(error) L(\"x\") }");
  EXPECT_EQ(shaded("pred skip { error }"), "K(pred) skip { error }");
}

TEST(Shades, doNotMindWhatIsNoAlloy) {
  EXPECT_EQ(shaded("\"open"), "\"open");
  EXPECT_EQ(shaded(""), "");
}

}  // namespace
}  // namespace aunit::parser::alloy
