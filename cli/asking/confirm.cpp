#include "cli/asking/confirm.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string_view>
#include <variant>

#include <fmt/format.h>

#include "parser/alloy/layout/highlighting.h"
#include "reporters/terminal/console.h"
#include "suite/statement.h"
#include "suite/test_judge.h"
#include "support/utf8.h"
#include "support/visible.h"

namespace aunit::cli {

namespace {

using model::TestKind;

constexpr std::string_view tag = "proposed";

/// Replaces bytes begin .. end-1 of a test's paragraph.
struct Edit {
  std::size_t begin = 0, end = 0;
  std::string by;
};

std::string with(std::string text, std::vector<Edit> edits) {
  std::ranges::sort(edits, std::greater{}, &Edit::begin);
  for (const Edit& edit : edits) text.replace(edit.begin, edit.end - edit.begin, edit.by);
  return text;
}

/// The positions of the parts of a test, in bytes of its paragraph.
struct Anatomy {
  std::string text;
  std::size_t nameEnd = 0;
  std::size_t wordBegin = 0, wordEnd = 0;  // the word `satisfies`, `violates`, `valid`, `invalid` or `gives`
  std::size_t askedEnd = 0;                // end of the predicate or formula after that word
  std::size_t end = 0;                     // end of the statement, including its `because` part if it has one
  std::vector<Edit> tags;                  // edits that remove the tags

  std::string_view word() const { return std::string_view(text).substr(wordBegin, wordEnd - wordBegin); }
  std::string asked() const {
    const std::size_t begin = text.find_first_not_of(" \t\r\n", wordEnd);
    return begin < askedEnd ? text.substr(begin, askedEnd - begin) : "";
  }
};

std::optional<Anatomy> anatomyOf(const parser::Loaded& loaded, const model::Test& test) {
  using parser::alloy::Highlight;
  Anatomy result;
  result.text = loaded.sources.text(test.span);
  const std::string& text = result.text;
  result.nameEnd = test.nameSpan.end - test.span.begin;
  const auto parts = parser::alloy::highlightsOf(text);
  for (const auto& part : parts) {
    const std::string_view word = std::string_view(text).substr(part.begin, part.end - part.begin);
    const bool states = word == "satisfies" || word == "violates" || word == "valid" || word == "invalid" || word == "gives";
    if (part.highlight != Highlight::keyword || part.begin < result.nameEnd || !states) continue;
    result.wordBegin = part.begin;
    result.wordEnd = part.end;
    break;
  }
  if (result.wordEnd == 0) return std::nullopt;
  result.end = text.find_last_not_of(" \t\r\n", text.rfind('}') - 1) + 1;
  result.askedEnd = test.asked.known() ? test.asked.end - test.span.begin : test.because ? result.wordEnd : result.end;
  for (std::size_t at = text.find('@', result.nameEnd); at < result.wordBegin; at = text.find('@', at + 1)) {
    const bool comment = std::ranges::any_of(
        parts, [&](const auto& p) { return p.highlight == Highlight::comment && p.begin <= at && at < p.end; });
    const std::size_t name = text.find_first_not_of(" \t\r\n", at + 1);
    if (comment || text.compare(name, tag.size(), tag) != 0 || support::isWordPart(text[name + tag.size()])) continue;
    std::size_t begin = at;
    while (text[begin - 1] == ' ' || text[begin - 1] == '\t') --begin;
    result.tags.push_back({begin, name + tag.size(), ""});
  }
  return result.tags.empty() ? std::nullopt : std::optional(result);
}

/// The edits that negate the test's statement. They also remove its `because` part, which explained the old statement.
std::vector<Edit> opposite(const Anatomy& test) {
  const std::string_view word = test.word();
  if (word == "gives") return {{test.wordEnd, test.askedEnd, fmt::format(" not ({})", test.asked())}};
  const std::string_view other = word == "satisfies"  ? "violates"
                                 : word == "violates" ? "satisfies"
                                 : word == "valid"    ? "invalid"
                                                      : "valid";
  return {{test.wordBegin, test.wordEnd, std::string(other)}, {test.askedEnd, test.end, ""}};
}

std::string claimOf(const Anatomy& test) {
  const std::string_view word = test.word();
  if (word == "satisfies") return "`" + test.asked() + "` accepts this valuation";
  if (word == "violates") return "`" + test.asked() + "` rejects this valuation";
  if (word == "gives") return "`" + test.asked() + "` holds";
  return word == "valid" ? "the facts accept this valuation" : "the facts reject this valuation";
}

class Confirmation {
 public:
  Confirmation(parser::Loaded& loaded, TestFile& file, model::Semantics semantics, Conversation& conversation)
      : loaded_(loaded), file_(file), semantics_(semantics), conversation_(conversation), reader_(loaded) {
    for (suite::TestCase& test : suite::collectTests(loaded))
      if (isAsked(test.test)) (hasOneStatement(test) ? tests_ : others_).push_back(std::move(test));
  }

  bool run(AnswerCounts& answered, std::string& error) {
    std::set<std::uint32_t> told;
    for (const suite::TestCase& test : others_)
      if (told.insert(test.test.span.begin).second)
        reporters::complain(fmt::format(
            "aunit cannot ask about test \"{}\", because it has several statements or a table; if the test is right, remove "
            "`@proposed` by hand",
            support::oneLine(test.test.name)));
    for (std::size_t i = 0; i < tests_.size() && !answered.quit; ++i)
      if (!ask(i, answered, error)) return false;
    return true;
  }

 private:
  static bool hasOneStatement(const suite::TestCase& test) { return test.statements.empty() && test.test.parts.empty(); }

  bool isAsked(const model::Test& test) const {
    return std::ranges::find(test.tags, tag) != test.tags.end() && test.valuation != model::noId && test.errors.empty() &&
           loaded_.sources.file(test.span.file).path() == file_.path();
  }

  bool ask(std::size_t i, AnswerCounts& answered, std::string& error) {
    const suite::TestCase& test = tests_[i];
    const auto anatomy = anatomyOf(loaded_, test.test);
    const auto statement = reader_.read(test);
    if (!anatomy || !std::holds_alternative<suite::Statement>(statement)) {
      ++answered.left;
      return true;
    }
    const model::Instance& instance = *std::get<suite::Statement>(statement).instance;
    suite::TestJudge judge(loaded_, {.semantics = semantics_});
    TestQuestion question{.title = test.test.name,
                          .text = valuationText(test.test) + anatomy->text + "\n",
                          .model = loaded_.model.get(),
                          .instance = &instance,
                          .says = claimOf(*anatomy),
                          .remark = "",
                          .mayRemove = true,
                          .why = {}};
    if (judge.judge(test).outcome != suite::Outcome::passed) question.remark = "The model disagrees with this test.";
    question.why = [&] {
      const bool facts = test.kind != TestKind::gives;
      return whyText(loaded_, instance, facts, test.test.formula, semantics_, conversation_.style());
    };
    const TestAnswer answer = conversation_.ask(question, i + 1, tests_.size());
    std::vector<Edit> edits = anatomy->tags;
    using Kind = TestAnswer::Kind;
    switch (answer.kind) {
      case Kind::quit: answered.quit = true; return true;
      case Kind::skip: ++answered.left; return true;
      case Kind::remove: ++answered.removed; return remove(i, error);
      case Kind::yes: ++answered.yes; break;
      case Kind::no:
        ++answered.no;
        std::ranges::move(opposite(*anatomy), std::back_inserter(edits));
        break;
    }
    if (answer.kind == Kind::no || !answer.name.empty()) {
      const std::size_t begin = test.test.nameSpan.begin - test.test.span.begin;
      const std::string name = answer.name.empty() ? deniedTitle(test.test.name) : answer.name;
      edits.push_back({begin, anatomy->nameEnd, quotedName(name, file_.text())});
    }
    return file_.replace(test.test.span.begin, test.test.span.end, with(anatomy->text, std::move(edits)), error);
  }

  static bool isInside(model::Span inner, model::Span outer) {
    return inner.file == outer.file && inner.begin >= outer.begin && inner.end <= outer.end;
  }

  /// The texts of the test's valuation and of the valuations that this valuation extends. Leaves out valuations that are written
  /// inside the test.
  std::string valuationText(const model::Test& test) const {
    std::string text;
    for (const std::uint32_t v : loaded_.tests.lineage(test.valuation))
      if (const model::Span span = loaded_.tests.valuations[v].span; !isInside(span, test.span))
        text += std::string(loaded_.sources.text(span)) + "\n";
    return text;
  }

  bool remove(std::size_t i, std::string& error) {
    const model::Test& test = tests_[i].test;
    if (!file_.remove(test.span.begin, test.span.end, error)) return false;
    removed_.push_back(test.span.begin);
    const auto uses = [&](const model::Test& other) {
      return other.valuation == test.valuation && std::ranges::find(removed_, other.span.begin) == removed_.end();
    };
    const auto extends = [&](const model::Valuation& other) {
      return std::ranges::find(other.bases, test.valuation) != other.bases.end();
    };
    const model::Span valuation = loaded_.tests.valuations[test.valuation].span;
    if (valuation.file != test.span.file || isInside(valuation, test.span) || std::ranges::any_of(loaded_.tests.tests, uses) ||
        std::ranges::any_of(loaded_.tests.valuations, extends))
      return true;
    return file_.remove(valuation.begin, valuation.end, error);
  }

  parser::Loaded& loaded_;
  TestFile& file_;
  model::Semantics semantics_;
  Conversation& conversation_;
  suite::StatementReader reader_;
  std::vector<suite::TestCase> tests_, others_;
  std::vector<std::uint32_t> removed_;  // where the removed tests began, in bytes of the file
};

}  // namespace

bool confirmProposed(parser::Loaded& loaded, TestFile& file, model::Semantics semantics, Conversation& conversation,
                     AnswerCounts& answered, std::string& error) {
  return Confirmation(loaded, file, semantics, conversation).run(answered, error);
}

std::string quotedName(const std::string& name, const std::string& taken) {
  std::string plain;
  for (const char c : name) plain += c == '"' ? "'" : c == '\\' ? "\\\\" : std::string(1, c);
  std::string result = '"' + plain + '"';
  for (int copy = 2; taken.find(result) != std::string::npos; ++copy) result = fmt::format("\"{} ({})\"", plain, copy);
  return result;
}

std::string deniedTitle(const std::string& title) {
  return "not so: " + title;
}

}  // namespace aunit::cli
