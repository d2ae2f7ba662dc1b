// Instances as XML and JSON: the files that are read, the errors for other files, and written files, which can be read again.
#include <optional>
#include <set>
#include <stdexcept>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "model/instances/instance_json.h"
#include "model/instances/instance_xml.h"
#include "tests/evaluator/builder.h"

namespace aunit::model {
namespace {

// sig Node { link: set Node }  sig Leaf extends Node {}  sig Marked in Node {}  var sig Busy { load: Int }
struct Files : ::testing::Test {
  evaluator::testing::Builder build;
  const Model& model = build.model;
  SourceMap sources;
  Diagnostics diagnostics;
  SigId node = build.sig("Node"), leaf = build.sig("Leaf", node), marked = build.subset("Marked", node),
        busy = build.sig("Busy", builtin::univ, true);
  FieldId link = build.field("link", node, 2), load = build.field("load", busy, 2);

  std::optional<Instance> xml(const std::string& text) { return readInstanceXml(model, "test.xml", text, sources, diagnostics); }
  std::optional<Instance> json(const std::string& text) {
    return readInstanceJson(model, "test.json", text, sources, diagnostics);
  }
  std::string names(const Instance& instance, const TupleSet& set) const {
    std::string out;
    set.forEach([&](std::span<const Atom> tuple) {
      for (std::size_t i = 0; i < tuple.size(); ++i) out += (i == 0 ? "" : "->") + instance.universe->name(tuple[i]);
      out += " ";
    });
    return out;
  }
  // The only error as "line: message".
  std::string problem() {
    if (diagnostics.all().size() != 1) return "not one error";
    const Diagnostic& d = diagnostics.all()[0];
    return std::to_string(sources.begin(d.span).line) + ": " + d.message;
  }
};

std::string document(const std::string& body, const std::string& attributes = R"(bitwidth="4" maxseq="4")") {
  return "<alloy>\n<instance " + attributes + ">\n" + body + "\n</instance>\n</alloy>\n";
}

const char* const hierarchy = R"(<sig label="univ" ID="0" builtin="yes"></sig>
<sig label="Int" ID="1" parentID="0" builtin="yes"></sig>
<sig label="String" ID="2" parentID="0" builtin="yes"><atom label="&quot;hi&quot;"/></sig>
<sig label="this/Leaf" ID="3" parentID="4"><atom label="L0"/></sig>
<sig label="this/Node" ID="4" parentID="0"><atom label="N0"/></sig>
)";

TEST_F(Files, XmlGivesAncestorsTheAtomsOfTheirChildren) {
  const auto instance =
      xml(document(std::string(hierarchy) + R"(<sig label="this/Marked" ID="5"><atom label="L0"/><type ID="4"/></sig>
<field label="link" ID="6" parentID="4"><tuple><atom label="N0"/><atom label="L0"/></tuple><types><type ID="4"/><type ID="4"/></types></field>
<skolem label="$x" ID="7"><tuple><atom label="L0"/><atom label="-8"/></tuple><types><type ID="4"/><type ID="1"/></types></skolem>
<skolem label="$f" ID="m0"><types><type ID="4"/></types></skolem>)"));
  ASSERT_TRUE(instance) << problem();
  const State& state = instance->states.at(0);
  EXPECT_EQ(names(*instance, state.sigs[node]), "L0 N0 ");
  EXPECT_EQ(names(*instance, state.sigs[leaf]), "L0 ");
  EXPECT_EQ(names(*instance, state.sigs[marked]), "L0 ");
  EXPECT_TRUE(state.sigs[busy].empty());
  EXPECT_EQ(names(*instance, state.fields[link]), "N0->L0 ");
  ASSERT_EQ(instance->skolems.size(), 1u);
  EXPECT_EQ(names(*instance, state.skolems[0]), "L0->-8 ");
  EXPECT_TRUE(instance->universe->isString(instance->universe->find("\"hi\"").value()));
  EXPECT_EQ(instance->loop, 0u);
}

TEST_F(Files, XmlReadsTraces) {
  const std::string header = R"(<instance bitwidth="3" maxseq="2" mintrace="1" maxtrace="9" tracelength="2" looplength="1">)";
  const std::string first = header + hierarchy + "</instance>";
  const std::string second =
      header + hierarchy + R"(<sig label="this/Busy" ID="9" parentID="0"><atom label="B"/></sig></instance>)";
  const auto instance = xml("<alloy>" + first + second + second + "</alloy>");  // the extra state is for functions about the past
  ASSERT_TRUE(instance) << problem();
  EXPECT_EQ(instance->states.size(), 2u);
  EXPECT_EQ(instance->loop, 1u);
  EXPECT_EQ(instance->bitwidth(), 3);
  EXPECT_EQ(instance->maxSequence, 2);
  EXPECT_TRUE(instance->states[0].sigs[busy].empty());
  EXPECT_EQ(names(*instance, instance->states[1].sigs[busy]), "B ");
}

struct Malformed {
  std::string text, problem;
};

TEST_F(Files, XmlSaysWhatIsWrongAndWhere) {
  const std::string h = hierarchy;
  const std::vector<Malformed> cases = {
      {"", "1: this is not well-formed XML: No document element found"},
      {"<alloy>\n<instance", "2: this is not well-formed XML: Error parsing start element tag"},
      {"<html></html>", "1: an instance file must begin with <alloy>"},
      {"<alloy>\n</alloy>", "1: <alloy> contains no <instance>"},
      {document("", R"(maxseq="4")"), "2: <instance> has no attribute `bitwidth`"},
      {document("", R"(bitwidth="4")"), "2: <instance> has no attribute `maxseq`"},
      {document("", R"(bitwidth="99" maxseq="4")"), "2: `bitwidth` must be a number from 0 to 16, not \"99\""},
      {document("", R"(bitwidth="4x" maxseq="4")"), "2: `bitwidth` must be a number from 0 to 16, not \"4x\""},
      {document("", R"(bitwidth="4" maxseq="4" tracelength="2" looplength="3")"),
       "2: `looplength` must be a number from 1 to 2, not \"3\""},
      {document("", R"(bitwidth="4" maxseq="4" tracelength="2" looplength="1")"),
       "2: the trace has 2 states, but the file contains 1"},
      {document("", R"(bitwidth="4" maxseq="4" metamodel="yes")"), "2: this file contains a metamodel, not an instance"},
      {document(R"(<sig label="this/Node"/>)"), "3: <sig> has no attribute `ID`"},
      {document(R"(<sig ID="4"/>)"), "3: <sig> has no attribute `label`"},
      {document(R"(<sig label="this/Nod" ID="4"/>)"), "3: the model has no signature `this/Nod`"},
      {document(h + R"(<sig label="this/Busy" ID="4"/>)"), "8: the id 4 is used twice"},
      {document(h + R"(<sig label="this/Node" ID="9"/>)"), "8: the signature `this/Node` is described twice"},
      {document(h + R"(<sig label="this/Busy" ID="9" parentID="77"/>)"), "8: there is no signature with the id \"77\""},
      {document(h + R"(<sig label="this/Marked" ID="9"><type ID="77"/></sig>)"), "8: there is no signature with the id \"77\""},
      {document(h + R"(<sig label="this/Busy" ID="9" parentID="9"/>)"), "8: the signature `this/Busy` is its own ancestor"},
      {document(h + R"(<sig label="this/Busy" ID="9" parentID="0"><atom/></sig>)"), "8: <atom> has no label"},
      {document(h + R"(<field label="lynk" ID="9" parentID="4"/>)"), "8: the model has no field `this/Node.lynk`"},
      {document(h + R"(<field label="link" ID="9" parentID="44"/>)"),
       "8: the field `link` belongs to no signature: there is no id \"44\""},
      {document(h + R"(<field label="link" ID="9" parentID="4"><tuple><atom label="N0"/></tuple></field>)"),
       "8: `link` has 2 columns, but this tuple has 1"},
      {document(h + R"(<field label="link" ID="9" parentID="4"><tuple><atom label="N0"/><atom label="N7"/></tuple></field>)"),
       "8: no signature has the atom \"N7\""},
      {document(
           R"(<sig label="univ" ID="0" builtin="yes"><atom label="X"/></sig><sig label="this/Marked" ID="9"><atom label="X"/></sig>)"),
       "3: no signature has the atom \"X\""},
      {document(h + R"(<sig label="this/Busy" ID="9" parentID="0"><atom label="N0"/></sig>)"),
       "2: the atom `N0` is in `this/Node` and in `this/Busy`, which are disjoint"},
      {document(h + R"(<sig label="this/Busy" ID="9" parentID="0"><atom label="3"/></sig>)"),
       "2: the atom `3` is in `this/Busy` and in `Int`, which are disjoint"},
      {document(h + R"(<skolem label="$x" ID="9"/>)"), "8: the skolem constant `$x` has neither tuples nor types"},
  };
  for (const Malformed& c : cases) {
    diagnostics = {};
    EXPECT_FALSE(xml(c.text)) << c.text;
    EXPECT_EQ(problem(), c.problem) << c.text;
  }
}

TEST_F(Files, XmlSuggestsTheNearestName) {
  EXPECT_FALSE(xml(document(R"(<sig label="this/Nod" ID="4"/>)")));
  EXPECT_EQ(diagnostics.all()[0].hints, (std::vector<std::string>{"did you mean `this/Node`?"}));
}

TEST_F(Files, JsonSaysWhatIsWrongAndWhere) {
  const auto with = [](const std::string& rest) {
    return R"({"bitwidth": 4, "maxSequence": 4, "atoms": ["N0", "B0"], )" + rest + "}";
  };
  const std::vector<Malformed> cases = {
      {"{\n\"bitwidth\": }", "2: this is not well-formed JSON"},
      {"[]", "1: an instance must be a JSON object"},
      {"1E999999", "1: this JSON contains a number that is too large"},
      {"{}", "1: at /maxSequence: there must be a number from 0 to 65536"},
      {R"({"maxSequence": 1})", "1: at /bitwidth: there must be a number from 0 to 16"},
      {R"({"maxSequence": 1, "bitwidth": 18446744073709551615})", "1: at /bitwidth: there must be a number from 0 to 16"},
      {R"({"bitwidht": 4})", "1: at /bitwidht: unknown member"},
      {with(R"("strings": ["N0"], "states": [{}])"), "1: at /atoms: two atoms are named \"N0\""},
      {with(R"("strings": "N0", "states": [{}])"), "1: at /strings: there must be a list of names"},
      {with(R"("states": [])"), "1: at /states: there must be a list of at least one state"},
      {with(R"("states": [{}, {}])"), "1: at /loop: a trace of several states must say which state follows the last one"},
      {with(R"("states": [{}], "loop": 1)"), "1: at /loop: there must be a number from 0 to 0"},
      {with(R"("states": [[]])"), "1: at /states/0: a state must be an object"},
      {with(R"("states": [{"sigs": {"this/Nod": []}}])"), "1: at /states/0/sigs/this/Nod: the model has no signature `this/Nod`"},
      {with(R"("states": [{"sigs": {"Int": []}}])"),
       "1: at /states/0/sigs/Int: `Int` is built in, so a file cannot state its value"},
      {with(R"("states": [{"sigs": {"this/Node": ["N9"]}}])"), "1: at /states/0/sigs/this/Node: there is no atom \"N9\""},
      {with(R"("states": [{"sigs": {"this/Node": ["N0"], "this/Busy": ["N0"]}}])"),
       "1: at /states/0: the atom `N0` is in `this/Node` and in `this/Busy`, which are disjoint"},
      {with(R"("states": [{"fields": {"this/Node.link": [["N0"]]}}])"),
       "1: at /states/0/fields/this/Node.link: each tuple must be a list of 2 atoms"},
      {with(R"("states": [{"fields": {"this/Node.lynk": []}}])"),
       "1: at /states/0/fields/this/Node.lynk: the model has no field `this/Node.lynk`"},
      {with(R"("states": [{"skolems": {"$x": []}}])"),
       "1: at /states/0/skolems/$x: the `skolems` of the document do not declare `$x`"},
      {with(R"("states": [{}], "skolems": [{"name": "$x", "arity": 0}])"),
       "1: at /skolems/0: a skolem constant must have a `name` and an `arity` from 1 to 32"},
  };
  for (const Malformed& c : cases) {
    diagnostics = {};
    EXPECT_FALSE(json(c.text)) << c.text;
    EXPECT_EQ(problem(), c.problem) << c.text;
  }
}

// Expects that the states are equal; atoms may have other numbers.
void expectSame(const Files& files, const Instance& a, const Instance& b) {
  RC_ASSERT(a.states.size() == b.states.size());
  RC_ASSERT(a.loop == b.loop);
  RC_ASSERT(a.maxSequence == b.maxSequence);
  RC_ASSERT(a.bitwidth() == b.bitwidth());
  const auto byName = [](const Instance& instance, const TupleSet& set) {
    std::set<std::vector<std::string>> out;
    set.forEach([&](std::span<const Atom> tuple) {
      std::vector<std::string> names;
      for (const Atom atom : tuple) names.push_back(instance.universe->name(atom));
      out.insert(names);
    });
    return out;
  };
  for (std::size_t i = 0; i < a.states.size(); ++i) {
    for (SigId id = builtin::count; id < files.model.sigs().size(); ++id)
      RC_ASSERT(byName(a, a.states[i].sigs[id]) == byName(b, b.states[i].sigs[id]));
    for (FieldId id = 0; id < files.model.fields().size(); ++id)
      RC_ASSERT(byName(a, a.states[i].fields[id]) == byName(b, b.states[i].fields[id]));
    for (std::size_t k = 0; k < a.skolems.size(); ++k)
      RC_ASSERT(byName(a, a.states[i].skolems[k]) == byName(b, b.states[i].skolems[k]));
  }
}

struct RoundTrip : Files {
  void TestBody() override {}
};

TEST(Universe, FindsIntegersAsTheyAreWritten) {
  const Universe universe({"A$0", "-0", "007", "8"}, {"\"5\""}, 4);
  for (Atom atom = 0; atom < universe.size(); ++atom) EXPECT_EQ(universe.find(universe.name(atom)), atom);
  EXPECT_EQ(universe.find("-8"), universe.intAtom(-8));
  EXPECT_EQ(universe.find("7"), universe.intAtom(7));
  for (const char* absent : {"", "-", "+5", " 5", "5 ", "05", "-9", "5.0", "99999999999", "A$1"})
    EXPECT_EQ(universe.find(absent), std::nullopt) << absent;
  EXPECT_EQ(Universe({"5"}, {}, 0).find("5"), Atom{0});
  EXPECT_EQ(Universe({}, {}, 0).find("0"), std::nullopt);
  EXPECT_THROW(Universe({"5"}, {}, 4), std::invalid_argument);
  EXPECT_THROW(Universe({"A$0", "A$0"}, {}, 4), std::invalid_argument);
  EXPECT_THROW(Universe({"A$0"}, {"A$0"}, 4), std::invalid_argument);
}

RC_GTEST_PROP(InstanceFiles, WhatIsWrittenReadsBack, ()) {
  RoundTrip files;
  // Names that need escaping in XML and JSON.
  const std::vector<std::string> nodes = {"N0", "<&'\">", "é\u4e2d\U0001F600", "a\\b\n\t"}, others = {"B0", "B 1"};
  std::vector<std::string> atoms = nodes;
  atoms.insert(atoms.end(), others.begin(), others.end());
  Instance instance;
  instance.universe = std::make_shared<Universe>(atoms, std::vector<std::string>{"\"s\""}, *rc::gen::inRange(1, 7));
  instance.maxSequence = *rc::gen::inRange(0, 5);
  instance.skolems = {{"$x'", 2}};
  const std::uint32_t size = instance.universe->size();
  const auto any = [&](Atom first, Atom last, Atom low, Atom high, std::uint32_t arity) {
    TupleSet out(size, arity);
    for (int i = *rc::gen::inRange(0, 5); i > 0; --i) {
      const Atom a = *rc::gen::inRange(first, last), b = *rc::gen::inRange(low, high);
      if (arity == 1)
        out.insert({&a, 1});
      else
        out.insert(std::array{a, b});
    }
    return out;
  };
  const int states = *rc::gen::inRange(1, 4);
  instance.loop = *rc::gen::inRange<std::uint32_t>(0, static_cast<std::uint32_t>(states));
  for (int i = 0; i < states; ++i) {
    State state;
    state.sigs.assign(files.model.sigs().size(), TupleSet(size, 1));
    state.sigs[files.leaf] = any(0, 2, 0, 1, 1);
    state.sigs[files.node] = TupleSet::range(size, 0, 4);
    state.sigs[files.marked] = any(0, 4, 0, 1, 1);
    state.sigs[files.busy] = TupleSet::range(size, 4, 6);
    state.fields = {any(0, 4, 0, 4, 2), any(4, 6, instance.universe->firstString(), size, 2)};
    state.skolems = {any(0, 4, 4, 6, 2)};
    instance.states.push_back(std::move(state));
  }
  for (const bool asXml : {true, false}) {
    const std::string text = asXml ? writeInstanceXml(files.model, instance) : writeInstanceJson(files.model, instance);
    const auto read = asXml ? files.xml(text) : files.json(text);
    RC_ASSERT(read.has_value());
    expectSame(files, instance, *read);
    if (!asXml) RC_ASSERT(text == writeInstanceJson(files.model, *read));  // XML does not keep the order of atoms
  }
}

}  // namespace
}  // namespace aunit::model
