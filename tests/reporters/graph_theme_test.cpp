#include "reporters/drawing/graph_theme.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "reporters/drawing/graph.h"
#include "tests/reporters/loaded.h"

namespace aunit::reporters {
namespace {

using testing::HasSubstr;
using testing::Not;

GraphTheme theme(std::string_view json) {
  std::string error;
  const auto read = readTheme(json, error);
  EXPECT_TRUE(read) << error;
  return read.value_or(GraphTheme{});
}

std::string drawn(const ModelWithValuation& v, const GraphTheme& theme, const std::map<std::string, std::string>& chosen = {},
                  std::uint32_t state = 0) {
  InstanceGraph graph(*v.model, *v.instance, theme, projections(*v.model, *v.instance, theme, chosen));
  return graph.svg(state, "drawing");
}

TEST(Theme, isTheSameWhenItIsReadAgain) {
  const GraphTheme before = theme(
      R"({"signatures": {"Node": {"color": "red", "shape": "diamond", "hidden": false, "projected": true}, "gone/Sig": {"hidden": true}},
          "fields": {"Node.link": {"color": "grey", "hidden": true, "inside": true}, "</script>\"": {"inside": true}},
          "places": {"Node$0": [12, -30], "</script>": [0, 0]}, "library": true})");
  EXPECT_EQ(before.places.at("Node$0").x, 12);
  EXPECT_TRUE(before.library);
  EXPECT_EQ(before.signatures.at("Node").color, 4u);
  EXPECT_EQ(before.signatures.at("Node").hidden, false);
  EXPECT_TRUE(before.signatures.at("gone/Sig").hidden.value());
  EXPECT_EQ(theme(writeTheme(before)), before);
  EXPECT_EQ(writeTheme(theme(writeTheme(before))), writeTheme(before));
  EXPECT_EQ(theme("{}"), GraphTheme{});
}

TEST(Theme, saysWhatIsWrongWithIt) {
  const std::pair<const char*, const char*> wrong[] = {
      {"{", "this is not JSON"},
      {"[]", "the theme is not an object"},
      {R"({"signatures": 1})", "signatures is not an object"},
      {R"({"colours": {}})", "colours of the theme cannot be that"},
      {R"({"signatures": {"A": []}})", "A is not an object"},
      {R"({"signatures": {"A": {"color": "pink"}}})", "color of A cannot be \"pink\""},
      {R"({"signatures": {"A": {"shape": 3}}})", "shape of A cannot be 3"},
      {R"({"fields": {"A.f": {"hidden": "yes"}}})", "hidden of A.f cannot be \"yes\""},
      {R"({"places": {"A$0": [1]}})", "A$0 of places cannot be that"},
      {R"({"places": {"A$0": [1, "2"]}})", "A$0 of places cannot be that"},
      {R"({"places": {"A$0": [1e300, 2]}})", "A$0 of places cannot be that"},
      {R"({"library": 1})", "library of the theme cannot be 1"},
      {R"({"fields": {"A.f": {"projected": true}}})", "projected of A.f cannot be true"}};
  for (const auto& [text, message] : wrong) {
    std::string error;
    EXPECT_FALSE(readTheme(text, error)) << text;
    EXPECT_EQ(error, message);
  }
}

TEST(Theme, namesSignaturesAndFields) {
  const ModelWithValuation v = valued("open util/ordering[T]\nsig T { f: T }\nval single { T = A  f = A->A }");
  std::vector<std::string> names;
  for (const model::SigId id : drawnSignatures(*v.model)) names.push_back(signatureName(*v.model, id));
  EXPECT_THAT(names, testing::ElementsAre("T"));
  names.clear();
  for (const model::FieldId id : drawnFields(*v.model, true)) names.push_back(fieldName(*v.model, id));
  EXPECT_THAT(names, testing::Contains("T.f"));
}

const char* const family =
    "abstract sig Person { likes: set Person, age: Int }\nsig Man, Woman extends Person {}\nsig Tall in Person {}\n"
    "val both { Man = M  Woman = W  Tall = W  likes = M->W  age = M->3 + W->2 }";

TEST(Theme, coloursAndShapesAreInherited) {
  const ModelWithValuation v = valued(family);
  const std::string svg =
      drawn(v, theme(R"({"signatures": {"Person": {"color": "teal", "shape": "ellipse"}, "Man": {"color": "red"}}})"));
  EXPECT_THAT(svg, testing::ContainsRegex("<g class=\"box c4\"[^>]*data-name=\"M\"[^>]*><ellipse"));
  EXPECT_THAT(svg, testing::ContainsRegex("<g class=\"box c5\"[^>]*data-name=\"W\"[^>]*><ellipse"));
  EXPECT_THAT(svg, Not(HasSubstr("<rect")));
  EXPECT_THAT(drawn(v, theme(R"({"signatures": {"Woman": {"shape": "hexagon"}, "Man": {"shape": "diamond"}}})")),
              HasSubstr("<polygon"));
}

TEST(Theme, theColourOfASubsetIsThatOfItsAtoms) {
  const ModelWithValuation v = valued(family);
  EXPECT_THAT(drawn(v, theme(R"({"signatures": {"Tall": {"color": "yellow"}}})")), HasSubstr("box c6"));
  const ModelWithValuation lamps =
      valued("sig Lamp {}\nvar sig On in Lamp {}\nval t { Lamp = L  state { On = L } state { no On } loop 1 }");
  const GraphTheme bright = theme(R"({"signatures": {"On": {"color": "yellow"}}})");
  EXPECT_THAT(drawn(lamps, bright, {}, 0), HasSubstr("box c6"));
  EXPECT_THAT(drawn(lamps, bright, {}, 1), Not(HasSubstr("box c6")));
}

TEST(Theme, hidesSignaturesAndFields) {
  const ModelWithValuation v = valued(family);
  const std::string withoutMen = drawn(v, theme(R"({"signatures": {"Man": {"hidden": true}, "Tall": {"hidden": true}}})"));
  EXPECT_THAT(withoutMen, Not(HasSubstr(">M<")));
  EXPECT_THAT(withoutMen, HasSubstr(">W<"));
  EXPECT_THAT(withoutMen, Not(HasSubstr(">Tall<")));
  EXPECT_THAT(withoutMen, Not(HasSubstr(">likes<")));
  const GraphTheme womenOnly = theme(R"({"signatures": {"Person": {"hidden": true}, "Woman": {"hidden": false}}})");
  EXPECT_THAT(drawn(v, womenOnly), HasSubstr(">W<"));
  EXPECT_THAT(drawn(v, womenOnly), Not(HasSubstr(">M<")));
  EXPECT_THAT(drawn(v, theme(R"({"fields": {"Person.age": {"hidden": true}}})")), Not(HasSubstr("age")));
}

TEST(Theme, writesFieldsIntoTheBox) {
  const ModelWithValuation v = valued("sig A { f: set A, r: A -> A }\nval two { A = X + Y  f = X->Y  r = X->Y->X }");
  InstanceGraph graph(*v.model, *v.instance, theme(R"({"fields": {"A.f": {"inside": true}, "A.r": {"inside": true}}})"));
  EXPECT_EQ(graph.arrowCount(), 0u);
  EXPECT_THAT(graph.svg(0, "two"), HasSubstr(">f = Y<"));
  EXPECT_THAT(graph.svg(0, "two"), HasSubstr(">r = Y-&gt;X<"));
}

TEST(Theme, coloursFields) {
  const ModelWithValuation v = valued(family);
  EXPECT_THAT(drawn(v, theme(R"({"fields": {"Person.likes": {"color": "purple"}}})")), HasSubstr("arrow f3"));
}

const char* const states =
    "sig Time {}\nsig Node { link: Node -> Time, up: set Time, parts: Node -> Node -> Time }\n"
    "val two { Time = T0 + T1  Node = A + B  link = A->B->T0 + B->A->T1  up = A->T1  parts = A->B->A->T0 }";

TEST(Theme, projectsOverASignature) {
  const ModelWithValuation v = valued(states);
  const GraphTheme overTime = theme(R"({"signatures": {"Time": {"projected": true}}})");
  const auto all = projections(*v.model, *v.instance, overTime, {{"Time", "T1"}});
  ASSERT_EQ(all.size(), 1u);
  EXPECT_EQ(all[0].atoms.size(), 2u);
  EXPECT_EQ(v.instance->universe->name(all[0].atom), "T1");

  InstanceGraph first(*v.model, *v.instance, overTime, projections(*v.model, *v.instance, overTime, {}));
  EXPECT_EQ(first.boxCount(), 2u);
  EXPECT_EQ(first.arrowCount(), 2u);
  EXPECT_THAT(first.dot(0), HasSubstr("n0 -> n0 [label=\"parts [B]\"]"));
  EXPECT_THAT(first.dot(0), HasSubstr("n0 -> n1 [label=\"link\"]"));
  EXPECT_THAT(first.svg(0, "T0"), Not(HasSubstr(">up<")));

  InstanceGraph second(*v.model, *v.instance, overTime, all);
  EXPECT_THAT(second.dot(0), HasSubstr("n1 -> n0 [label=\"link\"]"));
  EXPECT_THAT(second.svg(0, "T1"), HasSubstr(">up<"));  // a set of nodes, now
}

TEST(Theme, aProjectionWithoutAtomsDrawsWhatIsLeft) {
  const ModelWithValuation v = valued("sig Time {}\nsig Node { link: Node -> Time }\nval lonely { Node = A }");
  const GraphTheme overTime = theme(R"({"signatures": {"Time": {"projected": true}}})");
  InstanceGraph graph(*v.model, *v.instance, overTime, projections(*v.model, *v.instance, overTime, {{"Time", "T7"}}));
  EXPECT_EQ(graph.boxCount(), 1u);
}

}  // namespace
}  // namespace aunit::reporters
