// A quick fix does what its title says: its edit removes the problem. It changes the meaning of the text only as the title says.

#include "server/answers/quick_fixes.h"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include "model/changes/overlay.h"
#include "suite/command_warnings.h"
#include "support/files.h"
#include "tests/folders.h"
#include "tests/public_models.h"
#include "tests/strength/structure.h"

namespace aunit::server {
namespace {

using model::ExprId;
using model::Op;
using strength::testing_::difference;
using strength::testing_::structureOf;

struct Edit {
  std::size_t begin, end;
  std::string text;
};

/// A text open in the editor.
struct Text {
  std::string path, text;
  std::shared_ptr<const Analysis> analysis;

  Text(std::string p, std::string t) : path(std::move(p)), text(std::move(t)) {
    Workspace workspace;
    workspace.open(path, {text, 1});
    analysis = workspace.analysis(path);
  }
  const model::SourceFile& file() const { return analysis->loaded->sources.file(analysis->fileOf(path)); }
  std::size_t count(const std::string& code, const std::string& message, std::string_view at) const {
    const auto same = [&](const model::Diagnostic& d) {
      return d.code == code && message.starts_with(d.message) && analysis->loaded->sources.text(d.span) == at;
    };
    const auto shown = std::ranges::count_if(analysis->loaded->diagnostics.all(), same);
    if (!analysis->loaded->model) return static_cast<std::size_t>(shown);
    const auto ofScopes = suite::scopeDiagnostics(*analysis->loaded->model, analysis->loaded->sources);
    return static_cast<std::size_t>(shown + std::ranges::count_if(ofScopes, same));
  }
  std::size_t errors() const { return analysis->loaded->diagnostics.errorsSince(0).size(); }
};

std::vector<std::string> without(std::vector<std::string> lines, const char* prefix) {
  std::erase_if(lines, [&](const std::string& line) { return line.starts_with(prefix); });
  return lines;
}

/// The structure that the model should have after the change in the title; nothing if it cannot be expressed.
std::optional<std::vector<std::string>> meant(const Text& before, const std::string& title, model::Span span) {
  model::Model& m = const_cast<model::Model&>(*before.analysis->loaded->model);
  const bool calculates = title.ends_with("[..., ...]`"), leavesOut = title == "Remove the `let`";
  if (!calculates && !leavesOut) return structureOf(m);
  model::Overlay overlay(m);
  const ExprId count = m.exprCount();
  for (ExprId id = 0; id < count; ++id) {
    const model::Expr e = m.expr(id);
    if (leavesOut && e.op == Op::let && m.variable(e.payload).span == span) {
      if (!overlay.replace(id, m.child(id, 1))) return std::nullopt;
    } else if (calculates && e.span == span && (e.op == Op::union_ || e.op == Op::difference)) {
      const std::string function = e.op == Op::union_ ? "plus" : "minus";
      for (model::FuncId f = 0; f < m.funcs().size(); ++f)
        if (m.func(f).name == function && m.modules()[m.func(f).module].library) {
          const ExprId arguments[] = {m.child(id, 0), m.child(id, 1)};
          if (!overlay.replace(id, overlay.nodes().call(f, arguments))) return std::nullopt;
        }
    }
  }
  return structureOf(overlay);
}

/// Applies each fix of a text, one at a time; returns the titles of the fixes.
std::vector<std::string> tryAll(const std::string& path, const std::string& text) {
  const Text before(path, text);
  const model::FileId file = before.analysis->fileOf(path);
  if (file == model::noFile) return {};
  const Json everything = {{"start", {{"line", 0}, {"character", 0}}}, {"end", {{"line", 1'000'000}, {"character", 0}}}};
  std::vector<std::string> titles;
  for (const Json& action : codeActions(*before.analysis, "uri", everything, Encoding::utf8)) {
    const std::string title = action["title"];
    titles.push_back(title);
    const Json& diagnostic = action["diagnostics"][0];
    std::vector<Edit> edits;
    for (const Json& edit : action["edit"]["changes"]["uri"]) {
      const auto at = [&](const char* end) { return offsetOf(text, positionFrom(edit["range"][end]), Encoding::utf8); };
      edits.push_back({at("start"), at("end"), edit["newText"]});
    }
    std::string changed = text;
    for (auto edit = edits.rbegin(); edit != edits.rend(); ++edit)
      changed.replace(edit->begin, edit->end - edit->begin, edit->text);
    SCOPED_TRACE(fmt::format("{}: {}\n{}", path, title, changed.size() < 2000 ? changed : ""));
    const Text after(path, changed);
    const std::string code = diagnostic["code"], message = diagnostic["message"];
    const auto offset = [&](const char* end) {
      return static_cast<std::uint32_t>(offsetOf(text, positionFrom(diagnostic["range"][end]), Encoding::utf8));
    };
    const model::Span span{file, offset("start"), offset("end")};
    const std::string_view at = before.analysis->loaded->sources.text(span);
    EXPECT_LT(after.count(code, message, at), before.count(code, message, at)) << message;
    EXPECT_LE(after.errors(), before.errors())
        << model::render(after.analysis->loaded->diagnostics.errorsSince(0), after.analysis->loaded->sources, false);
    if (!before.analysis->loaded->model || !after.analysis->loaded->model) continue;
    auto expected = meant(before, title, span);
    if (!expected) {
      ADD_FAILURE() << "the title says what nobody may write";
      continue;
    }
    std::vector<std::string> is = structureOf(*after.analysis->loaded->model);
    if (title == "Remove `abstract`") {  // of the only signature without children
      expected = without(*expected, "sig ");
      is = without(is, "sig ");
    }
    if (title == "Make it `var`") continue;  // changes the model, as its title says
    EXPECT_EQ(difference(*expected, is), "");
    const auto& commands = before.analysis->loaded->model->commands();
    const auto& now = after.analysis->loaded->model->commands();
    EXPECT_EQ(now.size(), commands.size());
    for (std::size_t c = 0; c < std::min(now.size(), commands.size()); ++c) {
      const model::Scope &was = commands[c].scope, &scope = now[c].scope;
      const bool isIt =
          title.ends_with(" to the scope") && message.find(fmt::format(" in \"{}\"", commands[c].label)) < message.find('\n');
      EXPECT_EQ(scope.overall, was.overall);
      EXPECT_EQ(scope.maxSequence, was.maxSequence);
      EXPECT_EQ(scope.maxSteps, was.maxSteps);
      EXPECT_EQ(scope.sigs.size(), was.sigs.size());
      EXPECT_EQ(scope.bitwidth, isIt ? std::stoi(title.substr(title.find('`') + 1)) : was.bitwidth);
    }
  }
  return titles;
}

struct Case {
  const char* name;
  const char* title;  // of each fix
  std::size_t fixes;
  const char* text;
};
void PrintTo(const Case& one, std::ostream* out) {
  *out << one.name;
}

class QuickFix : public testing::TestWithParam<Case> {};

TEST_P(QuickFix, DoesWhatItSays) {
  const std::vector<std::string> titles = tryAll("/fixed.als", GetParam().text);
  EXPECT_EQ(titles.size(), GetParam().fixes) << fmt::format("{}", fmt::join(titles, "\n"));
  for (const std::string& title : titles) EXPECT_TRUE(title.starts_with(GetParam().title)) << title;
}

INSTANTIATE_TEST_SUITE_P(QuickFixes, QuickFix,
                         testing::Values(Case{"Abstract", "Remove `abstract`", 4, R"(
abstract sig A { f: set A } abstract one sig B {}
one abstract sig C {}
abstract sig D, E {}
var abstract
  sig F {}
run { some A.f }
)"},
                                         Case{"Arrow", "Put the right side in parentheses", 4, R"(
sig A { f: A -> one A -> some A, g: A->lone A->A, h: (A -> one A -> A) }
fact { A -> A -> A in A -> some A -> lone A }
)"},
                                         Case{"Calculate", "Change to `", 5, R"(
open util/integer
sig A { n: Int }
run { #A + 1 = 2 and 3 in#A - 1 and (#A + 2) > 1 and all a: A | a.n.plus[#A - 1] in Int and #A+1 > 3 } for 3
)"},
                                         Case{"CalculateWithoutTheLibrary", "Change to `", 1, R"(
sig A {}
run { #A + 1 = 2 } for 3
)"},
                                         Case{"CalculateWithAnAlias", "Change to `", 1, R"(
open util/integer as i
sig A {}
run { #A - 1 = 2 } for 3
)"},
                                         Case{"CalculateBesideAnother", "Change to `", 0, R"(
open util/integer
sig A { plus: A -> A }
fun minus[a, b: Int]: Int { a }
run { all plus: A | #A + 1 = 2 and some plus } for 3
)"},
                                         Case{"Lines", "Put the formula on its own line", 3, R"(
sig A {}
fact { all a: A | some a lone A }
fact {
  some A implies some A /* } */ lone A -- no
}
pred p {
  (some A) let b = A | no b (no A) }
pred q { some A lone A }
)"},
                                         Case{"Unused", "Remove the `let`", 4, R"(
sig A { f: set A }
fact { let a = A | some A }
fact { some A and (let b = A | some A or no A) }
fact { all x: A | let c = x.f | some x }
fact { some { x: A | let d = x | x in A } and A in (let e = A | A) + A.f }
pred p { let h = A | {
    some A
    no f
  } }
)"},
                                         Case{"Bits", "Add `", 9, R"(
sig A { n: Int }
run b1 { some a: A | a.n = 9 }
run b2 { some a: A | a.n = 20 } for 4
run b3 { some a: A | a.n = 30 } for 3 but 2 A
run b4 { some a: A | a.n = 31 } for 3 but 4 seq
run b5 { some a: A | a.n = 32 } for exactly 2 A
run b6 { some a: A | a.n = 33 } for 4 seq
run b7 { some a: A | a.n = 34 } for 3 expect 0
run b8 { some a: A | a.n = 35 } for 2 A, 2 seq
run b9 { some a: A | a.n = 36 } for 3 but 1.. steps
)"},
                                         Case{"Comment", "Change to `/* */`", 1, "/**/ sig A {}\nrun {}\n"},
                                         Case{"Declared", "", 5, R"(
sig A {}
pred p[var a: A, b: A] { some a + b }
var sig V { f: A, g, h: A }
sig W in V {}
one sig X, Y in V {}
run { some A } expect 2
)"},
                                         Case{"Names", "Change to `", 4, R"(
open util/ordering[Node] as o
sig Node { link: set Nodee }
fact { some o/frist and some lnk }
assert safe { some Node }
check saf
run { some Nodde }
)"},
                                         Case{"Commands", "Change to `", 6, R"(
sig Node {}
pred p1 { some Node }
assert q1 { some Node }
check p1 for 3
first: run q1
second: check p1
)"}),
                         [](const auto& each) { return each.param.name; });

TEST(QuickFixes, OfTheSpecs) {
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(sourceFolder() + "/specs")) {
    std::string error;
    if (!entry.is_regular_file()) continue;
    const auto text = support::readFile(entry.path().string(), error);
    if (!text) continue;
    tryAll(support::canonicalPath(entry.path().string()), *text);
    ++files;
  }
  EXPECT_GT(files, 10u);
}

TEST(QuickFixes, OfPublicModels) {
  const std::vector<std::string> paths = tests::publicModels();
  if (paths.empty()) GTEST_SKIP() << "no " << sharedFolder();
  std::size_t fixes = 0;
  for (const std::string& path : paths) {
    std::string error;
    const auto text = support::readFile(path, error);
    if (text) fixes += tryAll(support::canonicalPath(path), *text).size();
  }
  EXPECT_GT(fixes, 10u);
}

}  // namespace
}  // namespace aunit::server
