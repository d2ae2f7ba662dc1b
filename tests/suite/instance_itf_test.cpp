// Instances in ITF: files that were written, and files of other tools, can be read; errors are reported.

#include "model/instances/instance_itf.h"

#include <gtest/gtest.h>

#include "model/instances/instance_names.h"
#include "parser/front_end.h"

namespace aunit::model {
namespace {

const std::string text = R"(
enum Phase { Working, Done }
sig Node { var phase: one Phase, next: lone Node, var weight: set Int }
one sig Server { var log: seq Node }
var sig Busy in Node {}
)";

struct ReadInstance {
  std::unique_ptr<parser::Loaded> loaded = parser::loadText("model.als", text);
  std::optional<Instance> instance;
  std::string error;

  explicit ReadInstance(const std::string& file) {
    SourceMap sources;
    Diagnostics diagnostics;
    instance = readInstanceItf(*loaded->model, "trace.itf.json", file, sources, diagnostics);
    if (!diagnostics.all().empty()) error = diagnostics.all()[0].message;
  }
  SigId sig(const std::string& name) const {
    for (SigId id = 0; id < loaded->model->sigs().size(); ++id)
      if (loaded->model->sig(id).name == name) return id;
    return noId;
  }
  std::size_t field(const std::string& name, std::size_t state) const {
    for (FieldId id = 0; id < loaded->model->fields().size(); ++id)
      if (loaded->model->field(id).name == name) return instance->states[state].fields[id].size();
    return 0;
  }
};

const std::string quint =
    R"({"#meta": {"format": "ITF", "source": "x.qnt"}, "vars": ["phase", "next", "log", "weight", "Busy", "mbt::actionTaken"],
 "states": [
  {"#meta": {"index": 0}, "phase": {"#map": [["n1", "Working"], ["n2", "Working"]]}, "next": {"#set": [{"#tup": ["n1", "n2"]}]},
   "log": [], "weight": {"#map": [["n1", {"#set": [{"#bigint": "3"}, 5]}]]}, "Busy": {"#set": ["n1"]}, "mbt::actionTaken": "init"},
  {"#meta": {"index": 1}, "phase": {"n1": "Done", "n2": "Working"}, "next": {"#set": [{"#tup": ["n1", "n2"]}]},
   "log": ["n1", "n1"], "weight": {"#set": []}, "Busy": {"#set": []}, "mbt::actionTaken": "finish"}],
 "loop": 1})";

TEST(InstanceItf, ReadsWhatOtherToolsWrite) {
  const ReadInstance read(quint);
  ASSERT_EQ(read.error, "");
  ASSERT_TRUE(read.instance);
  EXPECT_EQ(read.instance->loop, 1u);
  EXPECT_EQ(read.instance->states[0].sigs[read.sig("Node")].size(), 2u);
  EXPECT_EQ(read.instance->states[0].sigs[read.sig("Done")].size(), 1u);
  EXPECT_EQ(read.instance->states[0].sigs[read.sig("Busy")].size(), 1u);
  EXPECT_EQ(read.field("phase", 1), 2u);
  EXPECT_EQ(read.field("weight", 0), 2u);
  EXPECT_EQ(read.field("weight", 1), 0u);
}

TEST(InstanceItf, GivesTheSameInstanceAndTheSameBytesAgain) {
  const ReadInstance first(quint);
  ASSERT_TRUE(first.instance);
  const std::string written = writeInstanceItf(*first.loaded->model, *first.instance);
  EXPECT_TRUE(looksLikeItf(written));
  const ReadInstance second(written);
  ASSERT_EQ(second.error, "");
  ASSERT_EQ(second.instance->states.size(), first.instance->states.size());
  for (std::size_t i = 0; i < first.instance->states.size(); ++i) {
    EXPECT_EQ(second.instance->states[i].sigs, first.instance->states[i].sigs);
    EXPECT_EQ(second.instance->states[i].fields, first.instance->states[i].fields);
  }
  EXPECT_EQ(second.instance->loop, first.instance->loop);
  EXPECT_EQ(writeInstanceItf(*first.loaded->model, *second.instance), written);
}

TEST(InstanceItf, SaysWhatIsWrong) {
  const auto error = [](const std::string& file) { return ReadInstance(file).error; };
  EXPECT_EQ(error("{"), "this is not well-formed JSON");
  EXPECT_EQ(error(R"({"states": []})"), "at /vars: there must be a list of names");
  EXPECT_EQ(error(R"({"vars": [], "states": []})"), "at /states: there must be a list of at least one state");
  EXPECT_EQ(error(R"({"vars": ["phaze"], "states": [{}]})"), "at /vars: the model has no signature or field `phaze`");
  EXPECT_EQ(error(R"({"vars": ["Busy"], "states": [{}]})"), "at /states/0: this state has no value of Busy");
  EXPECT_EQ(error(R"({"vars": ["Busy"], "states": [{"Busy": {"#set": []}, "more": 1}]})"),
            "at /states/0/more: `vars` does not declare this variable");
  EXPECT_EQ(error(R"({"vars": ["Busy"], "states": [{"Busy": {"#set": []}}], "loop": 1})"),
            "at /loop: there must be a number from 0 to 0");
  EXPECT_EQ(error(R"({"vars": ["Busy"], "states": [{"Busy": {"#unserializable": "x"}}]})"),
            "at /states/0/Busy: the tool that wrote this file could not write the value");
  EXPECT_EQ(error(R"({"vars": ["Busy"], "states": [{"Busy": 1.5}]})"), "at /states/0/Busy: this is not a value of ITF");
  EXPECT_EQ(error(R"({"vars": ["next"], "states": [{"next": {"#set": [{"#tup": ["a", "b", "c"]}]}}]})"),
            "at /states/0/next: each tuple must have 2 columns, but this one has 3");
  EXPECT_EQ(error(R"({"vars": ["weight"], "states": [{"weight": {"#map": [["a", {"#bigint": "99999999999999999999"}]]}}]})"),
            "at /states: 99999999999999999999 needs more than 16 bits");
  EXPECT_EQ(error(R"({"vars": ["next"], "states": [{"next": {"#map": [["a"]]}}]})"),
            "at /states/0/next: a map must be a list of pairs");
  EXPECT_EQ(error(R"({"vars": ["Busy"], "states": [{"Busy": {"#set": ["3"]}}]})"),
            "at /states: the text \"3\" cannot name an atom, because it is an integer");
  std::string deep = R"({"vars": ["Busy"], "states": [{"Busy": )";
  for (int i = 0; i < 1000; ++i) deep += R"({"#set": [)";
  for (int i = 0; i < 1000; ++i) deep += "]}";
  EXPECT_EQ(error(deep + "}]}"), "at /states/0/Busy: this value is too large");
}

}  // namespace
}  // namespace aunit::model
