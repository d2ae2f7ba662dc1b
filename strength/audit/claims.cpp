#include "strength/audit/claims.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "strength/audit/tightness.h"
#include "suite/text/place.h"
#include "support/pieces.h"

namespace aunit::strength::audit {

using namespace model;

namespace {

bool isComment(std::string_view line) {
  return line.starts_with("--") || line.starts_with("//");
}

/// Reads a claim: "AUTHZ-1: only owners delete", or the ID alone. The result has no ID if `said` is not a claim.
ListedClaim claimIn(std::string_view said) {
  const std::size_t colon = std::min(said.find(':'), said.size());
  const std::string_view id = support::trimmed(said.substr(0, colon));
  if (id.find_first_of(" \t") != std::string_view::npos) return {};
  return {std::string(id), std::string(support::trimmed(said.substr(std::min(colon + 1, said.size())))), 0};
}

/// The fields of a line of CSV.
std::vector<std::string> fieldsOf(std::string_view line) {
  std::vector<std::string> fields(1);
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (c == '"' && quoted && i + 1 < line.size() && line[i + 1] == '"') {
      fields.back() += line[++i];
    } else if (c == '"') {
      quoted = !quoted;
    } else if (c == ',' && !quoted) {
      fields.emplace_back();
    } else {
      fields.back() += c;
    }
  }
  for (std::string& field : fields) field = std::string(support::trimmed(field));
  return fields;
}

/// A comment with a claim, and the offset of the next line of code.
struct Remark {
  ListedClaim claim;
  Span span;  // span of the comment's line
  std::uint32_t next = noId;
};

std::vector<Remark> remarksIn(const SourceMap& sources, FileId file) {
  const std::string_view text = sources.file(file).text();
  std::vector<Remark> remarks;
  std::size_t open = 0;  // index of the first remark for which `next` is not known yet
  for (const std::string_view whole : support::lines(text)) {
    const std::string_view line = support::trimmed(whole);
    if (line.empty()) continue;
    const auto begin = static_cast<std::uint32_t>(line.data() - text.data());
    if (!isComment(line)) {
      for (; open < remarks.size(); ++open) remarks[open].next = begin;
      continue;
    }
    constexpr std::string_view word = "@claim ";
    const std::string_view said = support::trimmed(line.substr(2));
    if (!said.starts_with(word)) continue;
    const Span span{.file = file, .begin = begin, .end = static_cast<std::uint32_t>(begin + line.size())};
    if (ListedClaim claim = claimIn(said.substr(word.size())); !claim.id.empty()) remarks.push_back({std::move(claim), span, 0});
  }
  return remarks;
}

class ClaimCollector {
 public:
  ClaimCollector(const std::vector<const parser::Loaded*>& loaded, Report& report) : loaded_(loaded), report_(report) {}

  void list(const std::vector<ListedClaim>& listed, const std::string& path) {
    for (const ListedClaim& one : listed) {
      Claim& claim = of(one.id);
      if (claim.sentence.empty()) claim.sentence = one.sentence;
      if (!claim.place.known()) claim.place = lineIn(path, one.line);
    }
  }

  void read(const parser::Loaded& loaded, FileId file) {
    for (const Remark& remark : remarksIn(loaded.sources, file)) {
      Claim& claim = of(remark.claim.id);
      if (claim.sentence.empty()) claim.sentence = remark.claim.sentence;
      if (!claim.place.known()) claim.place = suite::placeOf(loaded.sources, remark.span);
      const auto begins = [&](Span span) { return span.known() && span.file == file && span.begin == remark.next; };
      for (const Command& command : loaded.model->commands())
        if (!command.isDefault && !command.ofTest && (begins(command.span) || begins(command.nameSpan)))
          addCommand(claim, loaded, command);
      for (const Assertion& assertion : loaded.model->assertions())
        if (begins(assertion.span)) addAssertion(claim, suite::placeOf(loaded.sources, assertion.nameSpan));
      for (const Test& test : loaded.tests.tests)
        if (begins(test.span) && !test.continues)
          add(claim, {.place = suite::placeOf(loaded.sources, test.span),
                      .text = fmt::format("test \"{}\"", test.name),
                      .sentence = "",
                      .isShown = true,
                      .written = {suite::placeOf(loaded.sources, test.span)}});
    }
  }

  void finish() {
    std::set<std::pair<std::string, std::size_t>> shown;
    for (auto& [id, claim] : claims_) {
      for (const Claim::Evidence& one : claim.shown) shown.emplace(one.place.path, one.place.line);
      if (claim.shown.empty())
        report_.findings.push_back({Kind::unshown, claim.place, fmt::format("no check, run or test shows claim {}", id)});
      else if (std::ranges::none_of(claim.shown, &Claim::Evidence::isShown))
        report_.findings.push_back(
            {Kind::unshown, claim.place, fmt::format("the checks and runs of claim {} fail, are vacuous or are undecided", id)});
      if (claim.sentence.empty())
        report_.findings.push_back(
            {Kind::unlisted, claim.place,
             fmt::format("claim {} has no sentence: write one after its ID, or into the list of claims", id)});
      report_.claims.push_back(std::move(claim));
    }
    if (report_.claims.empty()) return;
    for (const Answer& answer : report_.answers)
      if (answer.check && !shown.contains({answer.place.path, answer.place.line}))
        report_.findings.push_back(
            {Kind::unclaimed, answer.place, fmt::format("{} shows no claim", commandText(answer.check, answer.label))});
  }

 private:
  static suite::Place lineIn(const std::string& path, std::size_t line) {
    suite::Place place;
    place.path = path;
    place.line = place.endLine = static_cast<std::uint32_t>(line);
    place.column = place.endColumn = 1;
    return place;
  }

  Claim& of(const std::string& id) {
    Claim& claim = claims_[id];
    claim.id = id;
    return claim;
  }

  static void add(Claim& claim, Claim::Evidence shown) {
    const auto same = [&](const Claim::Evidence& one) { return one.place.describe() == shown.place.describe(); };
    if (std::ranges::none_of(claim.shown, same)) claim.shown.push_back(std::move(shown));
  }

  void addCommand(Claim& claim, const parser::Loaded& loaded, const Command& command) {
    const suite::Place place = suite::placeOf(loaded.sources, command.nameSpan.known() ? command.nameSpan : command.span);
    for (const Answer& answer : report_.answers) {
      if (answer.place.describe() != place.describe()) continue;
      const bool isGood = answer.verdict == (answer.check ? "UNSAT" : "SAT") && answer.restsOn != "empty";
      Claim::Evidence shown{place, fmt::format("{}: {}", commandText(answer.check, answer.label), answer.answer), answer.sentence,
                            isGood};
      if (answer.tightness) shown.tightness = textOf(*answer.tightness);
      shown.written.push_back(suite::placeOf(loaded.sources, command.span, 1));
      if (command.target == TargetKind::assertion)
        shown.written.push_back(suite::placeOf(loaded.sources, loaded.model->assertions()[command.targetId].span));
      add(claim, std::move(shown));
    }
  }

  /// Adds to the claim the commands in all loaded files that check the assertion whose name is at the place `name`.
  void addAssertion(Claim& claim, const suite::Place& name) {
    for (const parser::Loaded* one : loaded_) {
      if (one == nullptr || !one->model) continue;
      const Model& model = *one->model;
      for (const Command& command : model.commands())
        if (command.target == TargetKind::assertion && command.module == 0 && !command.ofTest &&
            suite::placeOf(one->sources, model.assertions()[command.targetId].nameSpan).describe() == name.describe())
          addCommand(claim, *one, command);
    }
  }

  const std::vector<const parser::Loaded*>& loaded_;
  Report& report_;
  std::map<std::string, Claim> claims_;
};

}  // namespace

std::vector<ListedClaim> listOfClaims(std::string_view text, bool isMarkdown) {
  std::vector<ListedClaim> listed;
  std::size_t number = 0;
  for (std::string_view line : support::lines(text)) {
    line = support::trimmed(line);
    ++number;
    if (line.empty()) continue;
    ListedClaim one;
    if (!isMarkdown) {
      std::vector<std::string> fields = fieldsOf(line);
      fields.resize(2);
      if (number == 1 && fields[0] == "id") continue;
      one = {fields[0], fields[1], number};
    } else if (line.front() == '|') {
      line.remove_prefix(1);
      const std::string_view id = support::trimmed(line.substr(0, line.find('|')));
      const std::string_view rest = line.find('|') == std::string_view::npos ? "" : line.substr(line.find('|') + 1);
      const bool isHead = id == "id" || id == "ID" || id.find_first_not_of("-: ") == std::string_view::npos;
      if (!isHead) one = {std::string(id), std::string(support::trimmed(rest.substr(0, rest.find('|')))), number};
    } else if (line.starts_with("- ") || line.starts_with("* ")) {
      if (line.find(':') != std::string_view::npos) one = claimIn(line.substr(2));
    }
    one.line = number;
    if (!one.id.empty()) listed.push_back(std::move(one));
  }
  return listed;
}

void addClaims(const std::vector<const parser::Loaded*>& loaded, const std::vector<std::string>& paths,
               const std::vector<ListedClaim>& listed, const std::string& list, Report& report) {
  ClaimCollector collector(loaded, report);
  collector.list(listed, list);
  std::set<std::string> left(paths.begin(), paths.end());
  for (const parser::Loaded* one : loaded) {
    if (one == nullptr || !one->model) continue;
    // Reads claims only from the root file. Claims in other files are read when those files are loaded as roots themselves.
    for (FileId file = 0; file < one->sources.size(); ++file)
      if (const std::string& path = one->sources.file(file).path(); file == 0 && left.erase(path) != 0)
        collector.read(*one, file);
  }
  collector.finish();
}

}  // namespace aunit::strength::audit
