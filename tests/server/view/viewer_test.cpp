// Answers to the questions of the page and of Sterling.
#include "server/view/viewer.h"

#include <unistd.h>

#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "server/view/sterling.h"

namespace aunit::server::view {
namespace {

using testing::HasSubstr;
using testing::Not;
namespace fs = std::filesystem;

const char* const lampFile =
    "sig Lamp { beside: lone Lamp }\nvar sig On in Lamp {}\nrun show { some Lamp and always some On } for 2 but 3 steps\n"
    "check never { no Lamp } for 2\nrun nothing { no Lamp and some Lamp }\nval pair { Lamp = A + B  beside = A->B }\n";

class Viewers : public testing::Test {
 protected:
  Viewers() : folder_(fs::temp_directory_path() / ("aunit-viewer-" + std::to_string(getpid()))) {
    fs::create_directories(folder_);
  }
  ~Viewers() override { fs::remove_all(folder_); }

  void open(const std::string& text) {
    text_ = text;
    ViewOptions options;
    options.name = "lamps.aunit";
    options.solver.preference.kind = solver::Preference::Kind::smallest;
    options.themeFile = (folder_ / "lamps.theme.json").string();
    options.load = [this] { return parser::loadText("lamps.aunit", text_); };
    viewer_ = std::make_unique<Viewer>(std::move(options));
    ASSERT_TRUE(viewer_->load());
  }
  Json ask(Json question) {
    if (!question.contains("version")) question["version"] = version_;
    return viewer_->answer(question, stop_);
  }
  Json first(std::size_t source) { return ask({{"type", "first"}, {"source", source}}); }
  Json about(const Json& answer, const char* type) {
    return {{"type", type}, {"source", answer["source"]}, {"index", answer["index"]}, {"state", 0}};
  }

  fs::path folder_;
  std::string text_;
  std::unique_ptr<Viewer> viewer_;
  int version_ = 1;
  std::atomic<bool> stop_ = false;
};

TEST_F(Viewers, TellWhatThereIsToSee) {
  open(lampFile);
  const Json about = ask({{"type", "about"}});
  ASSERT_EQ(about["sources"].size(), 4u);
  EXPECT_EQ(about["sources"][0], (Json{{"kind", "run"}, {"label", "show"}, {"text", "Run show for 2 but 3 steps"}}));
  EXPECT_EQ(about["sources"][1]["kind"], "check");
  EXPECT_EQ(about["sources"][3], (Json{{"kind", "val"}, {"label", "pair"}, {"text", ""}}));
  EXPECT_EQ(about["signatures"].dump(), R"([{"name":"Lamp","top":true,"subset":false},{"name":"On","top":false,"subset":true}])");
  EXPECT_EQ(about["fields"].dump(), R"([{"name":"Lamp.beside","library":false}])");
  ASSERT_EQ(about["code"].size(), 1u);
  EXPECT_EQ(about["code"][0]["text"], lampFile);
}

TEST_F(Viewers, SayWhyACounterexampleIsOne) {
  open(lampFile);
  const Json one = first(1);
  EXPECT_THAT(one["why"]["text"].get<std::string>(), HasSubstr("`never` is false: `no Lamp` does not hold"));
  ASSERT_EQ(one["why"]["marks"].size(), 1u);
  EXPECT_EQ(one["why"]["marks"][0]["line"], 4);
  EXPECT_EQ(one["why"]["marks"][0]["column"], 15);
  EXPECT_EQ(one["why"]["marks"][0]["endColumn"], 21);
  EXPECT_TRUE(first(3)["why"].is_null()) << "an instance of the model needs no explanation";
}

TEST_F(Viewers, WarnOfNumbersThatAreNotWhatTheyLookLike) {
  open(
      "sig A { r: set A }\nwrapped: run { #r = 4 and all a: A | #a.r = 4 } for exactly 5 A, 4 int\nwide: run { #A = 20 }\n"
      "fine: run { some A }\n");
  const Json one = first(0);
  ASSERT_EQ(one["warnings"].size(), 1u);
  EXPECT_THAT(one["warnings"][0].get<std::string>(),
              HasSubstr(":2:16: `#r` is 20, which wraps around to 4 with integers of 4 bits"));
  const Json none = first(1);
  ASSERT_EQ(none["warnings"].size(), 1u) << "there is no instance";
  EXPECT_THAT(none["warnings"][0].get<std::string>(), HasSubstr("20 does not fit the 4 bits"));
  EXPECT_TRUE(first(2)["warnings"].empty());
}

TEST_F(Viewers, SayWhatAnInvalidValuationBreaks) {
  open("sig A { f: set A }\nfact Loops { all a: A | a in a.f }\nval bad { A = X + Y  f = X->X }\n");
  const Json one = first(0);
  EXPECT_THAT(one["why"]["text"].get<std::string>(), HasSubstr("fact Loops does not hold"));
  EXPECT_THAT(one["why"]["details"].get<std::string>(), HasSubstr("a = Y"));
  EXPECT_EQ(one["why"]["marks"][0]["line"], 2);
}

TEST_F(Viewers, MarkWhatContradictsWhereThereIsNoInstance) {
  open(lampFile);
  const Json none = first(2);
  ASSERT_EQ(none["marks"].size(), 2u) << none;
  EXPECT_EQ(none["marks"][0]["kind"], "core");
  EXPECT_EQ(none["marks"][0]["column"], 15);
  EXPECT_EQ(none["marks"][1]["column"], 27);
}

TEST_F(Viewers, SayThatWiderIntegersGiveACounterexample) {
  open("sig A {}\ncheck { #A <= 7 } for 10\ncheck { #A <= 7 } for 7\n");
  EXPECT_THAT(first(0)["none"].get<std::string>(), HasSubstr("; a number may overflow: with `5 int` in the scope there is a"));
  EXPECT_EQ(first(1)["none"].get<std::string>().find("overflow"), std::string::npos);
}

TEST_F(Viewers, SayThatACheckHoldsForNothing) {
  open("sig A { f: set A }\nfact { some f }\nfact { no f }\ncheck { some A }\n");
  const Json none = first(0);
  EXPECT_THAT(none["none"].get<std::string>(), HasSubstr("up to 3 atoms, but vacuous: the facts contradict each other."));
  ASSERT_EQ(none["marks"].size(), 2u) << none;
  EXPECT_EQ(none["marks"][0]["line"], 2);
  EXPECT_EQ(none["marks"][1]["line"], 3);
  open("var sig V {}\nfact { some V and always V' = V }\nfact { eventually no V }\ncheck { no V } for 2 but 1.. steps\n");
  EXPECT_EQ(first(0)["marks"].size(), 3u);
}

TEST_F(Viewers, NameTheRelationsThatATupleMightBeIn) {
  open(
      "abstract sig Item { box: lone Box, size: one Int }\nsig Toy extends Item {}\nsig Torn in Item {}\n"
      "sig Box { holds: Item -> Item }\nval v { Toy = T  Box = B  box = T->B  holds = B->T->T  size = T->3 }\n");
  const Json one = first(0);
  const auto relationsOf = [&](std::vector<int> tuple) {
    Json question = about(one, "relations");
    question["tuple"] = tuple;
    std::string all;
    const Json answer = ask(question);
    for (const Json& relation : answer["relations"])
      all += (relation["there"].get<bool>() ? "in " : "not in ") + relation["name"].get<std::string>() + "; ";
    return all;
  };
  EXPECT_EQ(relationsOf({0}), "in Toy; not in Torn; ");
  EXPECT_EQ(relationsOf({1}), "");
  EXPECT_EQ(relationsOf({0, 1}), "in Item.box; ");
  EXPECT_EQ(relationsOf({1, 0}), "");
  EXPECT_EQ(relationsOf({0, 2}), "not in Item.size; ");
  EXPECT_EQ(relationsOf({1, 0, 0}), "in Box.holds; ");
  EXPECT_EQ(relationsOf({1, 0, 1}), "");
  EXPECT_EQ(relationsOf({}), "");
  Json wrong = about(one, "relations");
  wrong["tuple"] = {0, 4711};
  EXPECT_EQ(ask(wrong)["error"], "There is no such tuple.");
}

TEST_F(Viewers, SayWhyATupleIsThere) {
  open("sig A { f: set A }\nfact Some { some f }\nfact Few { lone f }\nval single { A = X + Y  f = X->Y }\n");
  const Json one = first(0);
  Json why = about(one, "why");
  why["relation"] = "A.f";
  why["tuple"] = {0, 1};
  const Json there = ask(why);
  EXPECT_EQ(there["text"], "`X->Y in A.f`: needed, because 1 constraint is violated if this tuple alone is removed");
  EXPECT_EQ(there["marks"][0]["line"], 2);
  why["tuple"] = {1, 1};
  EXPECT_EQ(ask(why)["marks"][0]["line"], 3);
  why["relation"] = "A";
  why["tuple"] = {1};
  EXPECT_THAT(ask(why)["text"].get<std::string>(), HasSubstr("`Y in A`: needed"));
  for (const auto& [relation, tuple] :
       {std::pair("A.g", Json{0, 1}), std::pair("A.f", Json{0}), std::pair("A.f", Json{0, 7000000})}) {
    why["relation"] = relation;
    why["tuple"] = tuple;
    EXPECT_EQ(ask(why)["error"], "There is no such tuple.");
  }
  Json evaluate = about(one, "evaluate");
  evaluate["expression"] = "why-not Y->Y in f";
  EXPECT_THAT(ask(evaluate)["value"].get<std::string>(), HasSubstr("fact Few does not hold"));
}

TEST_F(Viewers, SayWhetherThereMayBeMore) {
  open("one sig A {}\nrun only {} for 1\n");
  const Json one = first(0);
  EXPECT_TRUE(one["more"].get<bool>());
  EXPECT_EQ(ask(about(one, "next"))["none"], "There is no other instance.");
  EXPECT_FALSE(ask(about(one, "show"))["more"].get<bool>());
}

TEST_F(Viewers, ShowInstances) {
  open(lampFile);
  const Json one = first(0);
  EXPECT_EQ(one["index"], 0);
  EXPECT_EQ(one["drawings"].size(), one["states"].get<std::size_t>());
  EXPECT_THAT(one["drawings"][0].get<std::string>(), HasSubstr("<svg"));
  EXPECT_THAT(one["tables"].get<std::string>(), HasSubstr("On"));
  EXPECT_TRUE(one["temporal"].get<bool>());
  const Json two = ask(about(one, "next"));
  EXPECT_EQ(two["index"], 1);
  EXPECT_EQ(ask(about(one, "show"))["drawings"], one["drawings"]);
  Json other = about(one, "other");
  other["part"] = "initial state";
  EXPECT_TRUE(ask(other).contains("index") || ask(other).contains("none"));
  const Json stated = first(3);
  EXPECT_FALSE(stated["searches"].get<bool>());
  EXPECT_EQ(first(2)["none"], "nothing: no instance up to 3 atoms and 10 steps; rests on no fact and no declaration.");
}

TEST_F(Viewers, Evaluate) {
  open(lampFile);
  const Json stated = first(3);
  Json question = about(stated, "evaluate");
  question["expression"] = "beside.B";
  EXPECT_EQ(ask(question)["value"], "{A}");
  question["expression"] = "no On and A in Lamp";
  EXPECT_EQ(ask(question)["value"], "true");
  question["expression"] = "besid";
  EXPECT_THAT(ask(question)["error"].get<std::string>(), HasSubstr("did you mean `beside`?"));
  question["expression"] = "";
  EXPECT_TRUE(ask(question).contains("error"));
  question["state"] = 7;
  EXPECT_EQ(ask(question)["error"], "The trace has no such state.");
}

TEST_F(Viewers, GiveAnInstanceAsAValThatIsReadAgain) {
  open(lampFile);
  Json question = about(first(3), "text");
  question["form"] = "aunit";
  EXPECT_EQ(ask(question)["text"], "val pair {\n  Lamp = A + B\n  beside = A->B\n}\n");
  question["form"] = "nonsense";
  EXPECT_TRUE(ask(question).contains("error"));
}

TEST_F(Viewers, RefuseWhatIsNoQuestion) {
  open(lampFile);
  first(0);
  for (const char* text :
       {"{}", "[]", "3", "null", R"({"type":3})", R"({"type":"nonsense"})", R"({"type":"first"})",
        R"({"type":"first","source":-1})", R"({"type":"first","source":99})", R"({"type":"first","source":"x"})",
        R"({"type":"show","source":0,"index":99,"state":0})", R"({"type":"show","source":3,"index":0,"state":0})",
        R"({"type":"other","part":"x","source":0,"index":0,"state":0})",
        R"({"type":"show","source":0,"index":0,"state":0,"atoms":[1]})", R"({"type":"theme","theme":[]})",
        R"({"type":"evaluate","source":0,"index":0,"state":0,"expression":["x"]})"}) {
    Json question = Json::parse(text);
    if (question.is_object()) question["version"] = 1;
    const Json answer = viewer_->answer(question, stop_);
    EXPECT_TRUE(answer.contains("error")) << text << answer;
  }
}

TEST_F(Viewers, KeepAThemeBesideTheModel) {
  open(lampFile);
  EXPECT_FALSE(fs::exists(folder_ / "lamps.theme.json"));
  const Json theme = {{"signatures", {{"Lamp", {{"color", "red"}, {"shape", "ellipse"}}}}}, {"fields", Json::object()}};
  EXPECT_FALSE(ask({{"type", "theme"}, {"theme", theme}}).contains("error"));
  EXPECT_THAT(first(3)["drawings"][0].get<std::string>(), HasSubstr("<ellipse"));
  EXPECT_FALSE(fs::exists(folder_ / "lamps.theme.json")) << "not before it is saved";
  EXPECT_TRUE(ask({{"type", "save"}}).contains("saved"));
  open(lampFile);
  EXPECT_EQ(ask({{"type", "about"}})["theme"], theme);
  EXPECT_THAT(first(3)["drawings"][0].get<std::string>(), HasSubstr("<ellipse"));
}

TEST_F(Viewers, WriteOverNothingThatIsNoTheme) {
  std::ofstream(folder_ / "lamps.theme.json") << "a diary";
  open(lampFile);
  EXPECT_THAT(viewer_->themeTrouble(), HasSubstr("lamps.theme.json cannot be used: this is not JSON"));
  EXPECT_THAT(ask({{"type", "save"}})["error"].get<std::string>(), HasSubstr("The file is not overwritten."));
  std::string kept;
  std::getline(std::ifstream(folder_ / "lamps.theme.json"), kept);
  EXPECT_EQ(kept, "a diary");
}

TEST_F(Viewers, ProjectToAnAtom) {
  open("sig Time {}\nsig Node { link: Node -> Time }\nval two { Time = T0 + T1  Node = A + B  link = A->B->T0 + B->A->T1 }\n");
  ask({{"type", "theme"}, {"theme", {{"signatures", {{"Time", {{"projected", true}}}}}}}});
  const Json one = first(0);  // the val, since `.aunit` files have no commands
  EXPECT_EQ(one["projections"].dump(), R"([{"signature":"Time","atoms":["T0","T1"],"atom":"T0"}])");
  Json question = about(one, "show");
  question["atoms"] = {{"Time", "T1"}};
  const Json other = ask(question);
  EXPECT_EQ(other["projections"][0]["atom"], "T1");
  EXPECT_NE(other["drawings"], one["drawings"]);
  EXPECT_THAT(other["drawings"][0].get<std::string>(), Not(HasSubstr("T1")));
}

TEST_F(Viewers, ReadTheModelAgain) {
  open(lampFile);
  first(0);
  text_ = "sig Lamp { beside: lone Lump }";
  EXPECT_THAT(ask({{"type", "reload"}})["error"].get<std::string>(), HasSubstr("did you mean `Lamp`?"));
  EXPECT_EQ(first(0)["index"], 0) << "the one before stays";
  text_ = std::string("sig More {}\n") + lampFile;
  EXPECT_EQ(ask({{"type", "reload"}})["signatures"].size(), 3u);
  const Json answer = ask({{"type", "show"}, {"source", 0}, {"index", 0}, {"state", 0}});
  EXPECT_TRUE(answer.contains("outdated")) << answer;
  version_ = 2;
  EXPECT_EQ(first(0)["index"], 0);
}

TEST_F(Viewers, NamesThatLookLikeMarkupAreText) {
  open("sig A { f: set String }\nval x { A = a  f = a->\"</script><img src=x onerror=alert(1)>\" }\n");
  const Json one = first(0);
  const std::string all = one["drawings"][0].get<std::string>() + one["tables"].get<std::string>();
  EXPECT_THAT(all, Not(HasSubstr("<img")));
  EXPECT_THAT(all, Not(HasSubstr("</script")));
  EXPECT_THAT(all, HasSubstr("&lt;img"));
}

// The protocol of Sterling.

class Sterlings : public Viewers {
 protected:
  Json answerOf(Sterling& sterling, const Json& question) {
    const auto answers = sterling.answer(question.dump(), stop_);
    return answers.size() == 1 ? Json::parse(answers.front()) : Json(answers);
  }
};

TEST_F(Sterlings, GetInstancesAndValues) {
  open(lampFile);
  Sterling sterling(*viewer_);
  EXPECT_EQ(sterling.answer("ping", stop_), std::vector<std::string>{"pong"});
  const Json meta = answerOf(sterling, {{"type", "meta"}, {"version", 1}});
  EXPECT_EQ(meta["type"], "meta");
  EXPECT_EQ(meta["payload"]["generators"].dump(), R"(["show","never","nothing","pair"])");
  const Json data = answerOf(sterling, {{"type", "data"}, {"version", 1}})["payload"]["enter"][0];
  EXPECT_EQ(data["id"], "0-0");
  EXPECT_EQ(data["format"], "alloy");
  EXPECT_THAT(data["data"].get<std::string>(), HasSubstr("<sig label=\"this/Lamp\""));
  EXPECT_EQ(data["buttons"].size(), 4u);

  const Json next = answerOf(sterling, {{"type", "click"}, {"version", 1}, {"payload", {{"id", "0-0"}, {"onClick", "next"}}}});
  EXPECT_EQ(next["payload"]["enter"][0]["id"], "0-1");
  const Json again = answerOf(sterling, {{"type", "data"}, {"version", 1}});
  EXPECT_EQ(again["payload"]["enter"][0]["id"], "0-1") << "when it connects again";

  const Json pair = answerOf(
      sterling, {{"type", "click"}, {"payload", {{"id", "0-1"}, {"onClick", "next"}, {"context", {{"generatorName", "pair"}}}}}});
  EXPECT_EQ(pair["payload"]["enter"][0]["id"], "3-0");
  const Json value =
      answerOf(sterling, {{"type", "eval"}, {"payload", {{"id", "7"}, {"datumId", "3-0"}, {"expression", "Lamp - A"}}}});
  EXPECT_EQ(value.dump(), R"({"type":"eval","version":1,"payload":{"id":"7","result":"{B}"}})");
}

TEST_F(Sterlings, AreToldThatThereIsNone) {
  open(lampFile);
  Sterling sterling(*viewer_);
  answerOf(sterling, {{"type", "data"}});
  const Json none =
      answerOf(sterling, {{"type", "click"}, {"payload", {{"onClick", "next"}, {"context", {{"generatorName", "nothing"}}}}}});
  EXPECT_EQ(none["payload"]["update"][0]["id"], "0-0");
  EXPECT_EQ(none["payload"]["update"][0]["buttons"].back()["text"], "nothing: no instance up to 3 atoms and 10 steps.");
}

TEST_F(Sterlings, WhatIsNoMessageHasNoAnswer) {
  open(lampFile);
  Sterling sterling(*viewer_);
  for (const char* text :
       {"", "{", "3", "[]", R"({"type":"click"})", R"({"type":3})", R"({"type":"other"})", R"({"type":"eval","payload":3})"})
    EXPECT_TRUE(sterling.answer(text, stop_).empty()) << text;
  const Json value = answerOf(sterling, {{"type", "eval"}, {"payload", {{"id", "1"}, {"datumId", "9-9"}, {"expression", "A"}}}});
  EXPECT_EQ(value["payload"]["result"], "error: there is no such instance");
}

TEST_F(Viewers, LookForWhatIsPreferred) {
  open("sig Lamp { beside: set Lamp }\nsig Switch {}\nrun show { some beside } for 3\nval single { Lamp = A }\n");
  const auto firstOf = [&](const char* preferred) { return ask({{"type", "first"}, {"source", 0}, {"prefer", preferred}}); };
  EXPECT_EQ(first(0)["reached"], "smallest: 1 atom, 1 tuple");
  EXPECT_EQ(firstOf("smallest")["reached"], "smallest: 1 atom, 1 tuple");
  EXPECT_EQ(firstOf("maximal")["reached"], "maximal: 3 atoms, 9 tuples");
  EXPECT_EQ(firstOf("maximal Switch")["reached"], "maximal: 4 atoms, 1 tuple");
  EXPECT_EQ(firstOf("minimal Lamp")["reached"], "minimal: 1 atom, 1 tuple");
  EXPECT_EQ(firstOf("first")["reached"], "");
  EXPECT_EQ(firstOf("diverse")["count"], 1);
  // Each preference has instances of its own.
  const Json most = firstOf("maximal");
  Json question = about(most, "evaluate");
  question["expression"] = "#beside";
  question["prefer"] = "maximal";
  EXPECT_EQ(ask(question)["value"], "-7");  // 9, with 4 bits
  question["prefer"] = "smallest";
  EXPECT_EQ(ask(question)["value"], "1");
  question["prefer"] = "minimal Switch";  // was not requested
  EXPECT_EQ(ask(question)["error"], "There is no such instance.");
  EXPECT_EQ(firstOf("minimal Lump")["error"], "The signature that `prefer` names does not exist.");
  for (const char* wrong : {"least", "minimal ", "first Lamp", "", " "})
    EXPECT_EQ(firstOf(wrong).contains("error"), std::string(wrong) != "" && std::string(wrong) != "minimal ") << wrong;
  EXPECT_TRUE(ask({{"type", "first"}, {"source", 0}, {"prefer", 3}}).contains("error"));
  EXPECT_EQ(ask({{"type", "first"}, {"source", 1}, {"prefer", "maximal"}})["count"], 1);  // a val has one instance
}

TEST_F(Viewers, ShowWhatComesNearest) {
  open("sig Lamp { beside: set Lamp }\nfact Dark { no beside }\nrun show { some beside } for 2\ncheck never { no Lamp } for 2\n");
  const Json early = ask({{"type", "first"}, {"source", 0}, {"prefer", "nearest"}});
  EXPECT_EQ(early["none"], "The nearest valuation is shown only for runs without an instance.");  // not known yet
  const Json none = first(0);
  EXPECT_TRUE(none["nearest"].get<bool>());
  const Json nearest = ask({{"type", "first"}, {"source", 0}, {"prefer", "nearest"}});
  EXPECT_EQ(nearest["prefer"], "nearest");
  EXPECT_FALSE(nearest["searches"].get<bool>());
  EXPECT_EQ(nearest["why"]["text"],
            "There is no instance. The nearest valuation violates 1 constraint; no valuation violates fewer.");
  EXPECT_THAT(nearest["why"]["details"].get<std::string>(), HasSubstr("fact Dark does not hold"));
  EXPECT_EQ(nearest["why"]["marks"][0]["line"], 2);
  EXPECT_EQ(nearest["why"]["marks"][0]["kind"], "broken");
  EXPECT_THAT(nearest["drawings"][0].get<std::string>(), HasSubstr(" wrong\""));
  EXPECT_THAT(nearest["tables"].get<std::string>(), HasSubstr("<mark class=\"wrong\">Lamp$0-&gt;Lamp$0 !</mark>"));
  Json question = about(nearest, "evaluate");
  question["prefer"] = "nearest";
  question["expression"] = "#beside";
  EXPECT_EQ(ask(question)["value"], "1");
  question["type"] = "text";
  question["form"] = "aunit";
  EXPECT_THAT(ask(question)["text"].get<std::string>(), HasSubstr("val show_nearest"));
  first(1);
  EXPECT_TRUE(
      ask({{"type", "first"}, {"source", 1}, {"prefer", "nearest"}}).contains("none"));  // a check has no nearest valuation
}

TEST_F(Viewers, AskBeyondTheScope) {
  open(
      "sig Lamp { beside: set Lamp }\nfact Apart { no l: Lamp | l in l.beside }\nassert Two { all a, b: Lamp | a in b.beside "
      "implies a != b }\n"
      "check Two for 2\ncheck few { #Lamp < 4 }\nrun lit { some beside }\n");
  const auto beyond = [&](std::size_t source) { return ask({{"type", "first"}, {"source", source}, {"prefer", "all scopes"}}); };
  EXPECT_EQ(beyond(0)["none"], "Larger scopes are searched only if the command's own scope has no instance.");  // not known yet
  EXPECT_TRUE(first(0)["larger"].get<bool>());
  const Json holds = beyond(0);
  EXPECT_EQ(holds["none"], "Two: holds for any number of atoms (searching the scope `for 1 Lamp` is enough).");
  EXPECT_EQ(holds["verdict"], "holds");
  EXPECT_FALSE(holds.contains("larger"));

  first(1);
  const Json larger = beyond(1);
  EXPECT_EQ(larger["said"], "few: counterexample for 4, although the command's own scope has none.");
  EXPECT_EQ(larger["prefer"], "all scopes");
  EXPECT_FALSE(larger["searches"].get<bool>());
  EXPECT_THAT(larger["why"]["text"].get<std::string>(), HasSubstr("few"));
  EXPECT_EQ(beyond(1)["said"], larger["said"]);  // the answer is cached
  Json question = about(larger, "evaluate");
  question["prefer"] = "all scopes";
  question["expression"] = "#Lamp";
  EXPECT_EQ(ask(question)["value"], "4");

  first(2);
  EXPECT_TRUE(beyond(2).contains("none"));  // the run has an instance
}

}  // namespace
}  // namespace aunit::server::view
