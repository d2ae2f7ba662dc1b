#include "cli/output/exec_line.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/output/all_scopes_text.h"
#include "model/one_line.h"
#include "reporters/run/all_scopes_json.h"
#include "reporters/run/reason_json.h"
#include "reporters/text.h"
#include "solver/session/answer_text.h"
#include "suite/outcome.h"
#include "suite/text/beyond_scope.h"
#include "support/plural.h"
#include "support/visible.h"

namespace aunit::cli {

using solver::Verdict;

namespace {

ExecLine coreOf(const model::SourceMap& sources, const std::vector<model::Span>& places) {
  ExecLine core = ExecLine::array();
  for (const model::Span& span : places)
    core.push_back({{"place", sources.describe(span)}, {"text", model::onOneLine(sources.text(span))}});
  return core;
}

ExecLine vacuousOf(const model::SourceMap& sources, const solver::Vacuity& vacuity) {
  ExecLine result = {{"why", solver::name(vacuity.why)}, {"text", solver::vacuityText(sources, vacuity)}};
  if (vacuity.guard.known()) result["place"] = sources.describe(vacuity.guard);
  if (!vacuity.core.empty()) result["core"] = coreOf(sources, vacuity.core);
  return result;
}

std::string textOf(const ExecLine& line, const char* member) {
  const auto found = line.find(member);
  return found != line.end() && found->is_string() ? found->get<std::string>() : "";
}

const char* expected(const ExecLine& line) {
  return line.at("expect").is_null() ? "" : line.at("expect") == 1 ? "SAT" : "UNSAT";
}

/// Remarks on what is found beside the answer, or missing from it.
std::string remarkOn(const ExecLine& line) {
  std::string remark;
  if (const auto proof = line.find("proof"); proof != line.end() && proof->at("method") == "refutation")
    remark += fmt::format("; checked: {} in {}", support::plural(proof->at("lemmas").get<std::size_t>(), "step"),
                          reporters::duration(proof->at("check_ms").get<double>()));
  if (const std::string why = textOf(line, "incomplete"); !why.empty()) remark += " or more: " + why;
  if (const std::string message = textOf(line, "error"); line.at("verdict") == "UNSAT" && !message.empty())
    remark += "; " + message;
  if (line.at("verdict") != "ERROR" && !isAsExpected(line))
    remark += line.at("expect") == 1 ? "; expected one" : "; expected none";
  return support::oneLine(remark);
}

std::string remarkOnVacuity(const ExecLine& line) {
  return isVacuous(line) ? ", but vacuous: " + support::oneLine(textOf(line.at("vacuous"), "text")) : "";
}

/// The answer; of a part of a command with what it is about.
std::string answerOfPart(const ExecLine& line) {
  std::string answer = textOf(line, "answer");
  if (!isOfPart(line)) return answer;
  const ExecLine& cubes = line.at("cubes");
  const std::size_t end = std::min(answer.rfind(remarkOnVacuity(line)), answer.size());
  return answer.insert(isVacuous(line) ? end : answer.size(),
                       fmt::format(" in part {} of {}", fmt::join(cubes.at("none_in").get<std::vector<std::size_t>>(), ", "),
                                   cubes.at("parts").get<std::size_t>()));
}

/// The constraints that contradict, by the answer or, where that was not asked for, by what makes it say nothing.
const ExecLine* shownCore(const ExecLine& line) {
  if (line.contains("core")) return &line.at("core");
  return isVacuous(line) && line.at("vacuous").contains("core") ? &line.at("vacuous").at("core") : nullptr;
}

reporters::Color orWarning(reporters::Color color, const ExecLine& line) {
  return color == reporters::Color::none && isVacuous(line) ? reporters::Color::yellow : color;
}

std::string answerOn(const ExecLine& line, bool verbose) {
  const auto several = line.value("distinct", std::uint64_t{0});
  std::string reached = textOf(line, "reached");
  if (!verbose && reached.starts_with("small")) reached.clear();  // nobody asked for it
  if (several < 2) return support::oneLine(answerOfPart(line) + (reached.empty() ? "" : ", " + reached));
  return support::plural(several, textOf(line, "kind") == "check" ? "counterexample" : "instance") + remarkOnVacuity(line);
}

/// The constraints that the nearest valuation breaks.
std::string rowsOnNearest(const ExecLine& line) {
  const auto nearest = line.find("nearest");
  if (nearest == line.end()) return "";
  if (nearest->contains("error")) return fmt::format("       nearest: {}\n", support::oneLine(textOf(*nearest, "error")));
  std::string text;
  for (const ExecLine& broken : nearest->at("breaks"))
    text += fmt::format("       breaks: {}\n", support::oneLine(textOf(broken, "says")));
  if (!nearest->at("proved").get<bool>()) text += "       perhaps another breaks less: there was no time to prove it\n";
  return text;
}

}  // namespace

ExecLine lineOf(const ExecSubject& subject, const ExecAnswer& answer, const solver::Options& options, bool several) {
  const solver::Result& r = answer.result;
  const model::Command& command = subject.command;
  const model::SourceMap& sources = subject.loaded.sources;
  ExecLine line = {{"file", subject.file},
                   {"index", subject.index},
                   {"label", command.label},
                   {"kind", command.check ? "check" : "run"},
                   {"command", command.text},
                   {"verdict", solver::name(r.verdict)},
                   {"answer", solver::answerText(*subject.loaded.model, answer.problem, r)},
                   {"error", r.message.empty() ? ExecLine(nullptr) : ExecLine(r.message)},
                   {"expect", command.expect < 0 ? ExecLine(nullptr) : ExecLine(command.expect)},
                   {"parse_ms", subject.parseMs},
                   {"translate_ms", answer.translateMs},
                   {"solve_ms", answer.solveMs},
                   {"primary_vars", r.statistics.primaryVariables},
                   {"variables", r.statistics.variables},
                   {"clauses", r.statistics.clauses},
                   {"trace_length", r.statistics.traceLength},
                   {"solver", options.solver},
                   {"symmetry", options.symmetry},
                   {"skolem_depth", options.skolemDepth},
                   {"overflow", options.semantics.noOverflow ? "excluded" : "wraps"}};
  const std::vector<std::string>& dialects = subject.loaded.dialects;
  if (!dialects.empty() && dialects.front() != "Alloy 6") line["dialect"] = dialects.front();
  if (several)
    line.update({{"instances", answer.solutions}, {"distinct", answer.distinct}, {"complete", answer.incomplete.empty()}});
  if (!answer.reached.empty()) {
    line["reached"] = solver::reachedText(answer.preference, answer.reached.front());
    ExecLine& sizes = line["sizes"] = ExecLine::array();
    for (const solver::Reached& reached : answer.reached)
      sizes.push_back({{"atoms", reached.size.atoms},
                       {"tuples", reached.size.tuples},
                       {"changes", reached.size.changes},
                       {"proved", reached.proved}});
  }
  if (!answer.incomplete.empty()) line["incomplete"] = answer.incomplete;
  if (!r.grown.empty()) {
    ExecLine& scope = line["scope"] = ExecLine::object();
    for (const model::SigScope& s : r.grown) scope[subject.loaded.model->sig(s.sig).label] = s.start;
  }
  // A proof holds for traces of any length, whatever the command asked for.
  if (command.temporal)
    line["bound"] = answer.bound == model::unboundedSteps || r.proof ? ExecLine(nullptr) : ExecLine(answer.bound);
  if (r.proof) {
    line["proof"] = {{"method", r.proof->method},
                     {"frames", r.proof->frames},
                     {"latches", r.proof->latches},
                     {"clauses", r.proof->clauses},
                     {"checked", true}};
  }
  if (r.refutation) {
    line["proof"] = {
        {"method", "refutation"},           {"lemmas", r.refutation->lemmas},           {"variables", r.refutation->variables},
        {"clauses", r.refutation->clauses}, {"check_ms", 1000 * r.refutation->seconds}, {"checked", true}};
  }
  if (const solver::Division& division = options.division; division.depth != 0) {
    line["cubes"] = {{"depth", division.depth}};
    if (division.parts > 1 && r.verdict == Verdict::unsatisfiable && !r.proof) {
      line["verdict"] = solver::name(Verdict::unknown);
      line["cubes"].update({{"parts", division.parts}, {"none_in", ExecLine::array({division.part + 1})}});
    }
  }
  if (options.core && r.verdict == Verdict::unsatisfiable) line["core"] = coreOf(sources, r.core);
  if (const auto& vacuity = answer.vacuity) {
    line["vacuous"] = vacuousOf(sources, *vacuity);
    line["answer"] = textOf(line, "answer") + remarkOnVacuity(line);
  }
  if (const auto& nearest = answer.nearest)
    line["nearest"] = answer.notNearest.empty() ? reporters::nearestJson(*nearest) : ExecLine{{"error", answer.notNearest}};
  if (answer.kept) line["kept"] = answer.kept->why;
  if (!answer.aboutCache.empty()) line["cache"] = answer.aboutCache;
  if (!answer.unaffectedSince.empty()) {
    line["verdict"] = "UNAFFECTED";
    line["answer"] = fmt::format("not affected since {}", answer.unaffectedSince);
  }
  if (answer.allScopes)
    line["all_scopes"] = reporters::allScopesJson(suite::beyondScope(subject.loaded, *answer.allScopes, command.check));
  for (const model::Diagnostic& warning : answer.warnings) {
    ExecLine said = {{"place", sources.describe(warning.span)}, {"text", warning.message}};
    if (!warning.hints.empty()) said["hint"] = fmt::format("{}", fmt::join(warning.hints, " "));
    line["warnings"].push_back(std::move(said));
  }
  if (r.verdict == Verdict::error) {
    const model::Span place = r.span.known() ? r.span : command.span;
    line["place"] = sources.describe(place);
    line["text"] = model::onOneLine(sources.text(place));
  }
  return line;
}

bool isOfPart(const ExecLine& line) {
  const auto cubes = line.find("cubes");
  return cubes != line.end() && cubes->contains("none_in");
}

bool isInternalError(const ExecLine& line) {
  return suite::saysInternalError(textOf(line, "error"));
}

bool isAsExpected(const ExecLine& line) {
  return line.at("expect").is_null() || isOfPart(line) || line.at("verdict") == "UNAFFECTED" ||
         line.at("verdict") == expected(line);
}

Standing standingOf(const ExecLine& line) {
  const std::string verdict = line.at("verdict");
  if (isOfPart(line)) return Standing::partly;
  if (verdict == "ERROR") return Standing::error;
  if (verdict == "UNKNOWN") return Standing::undecided;
  if (verdict == "UNAFFECTED") return Standing::unaffected;
  if (!line.at("expect").is_null()) return isAsExpected(line) ? Standing::expected : Standing::unexpected;
  if (textOf(line, "kind") == "check") return verdict == "UNSAT" ? Standing::holds : Standing::counterexample;
  return verdict == "SAT" ? Standing::instance : Standing::noInstance;
}

bool isVacuous(const ExecLine& line) {
  return line.contains("vacuous");
}

std::string rowHeader(bool verbose) {
  const std::string verdicts = verbose ? fmt::format("{:7}  {:8}  ", "verdict", "expected") : "";
  return fmt::format("{:>3}  {:5}  {:<36}  {}{:>8}  {}\n", "", "", "command", verdicts, "time", "answer");
}

std::string rowOf(const ExecLine& line, bool verbose, const reporters::Style& style) {
  const std::string verdicts = verbose ? fmt::format("{:7}  {:8}  ", textOf(line, "verdict"), expected(line)) : "";
  const Standing standing = standingOf(line);
  using reporters::Color;
  const Color color = isBad(standing) || standing == Standing::error ? Color::red
                      : standing == Standing::undecided              ? Color::yellow
                                                                     : Color::none;
  std::string text = fmt::format("{:>3}  {:5}  {}  {}{:>8}  {}\n", line.at("index").get<std::size_t>(), textOf(line, "kind"),
                                 reporters::padded(support::oneLine(textOf(line, "label")), 36), verdicts,
                                 reporters::duration(line.at("translate_ms").get<double>() + line.at("solve_ms").get<double>()),
                                 style(orWarning(color, line), answerOn(line, verbose) + remarkOn(line)));
  if (const ExecLine* core = shownCore(line))
    for (const ExecLine& part : *core)
      text += fmt::format("       contradicts: {}: {}\n", support::oneLine(textOf(part, "place")),
                          reporters::shortened(support::oneLine(textOf(part, "text")), 80));
  if (line.contains("cache")) text += fmt::format("       {}\n", support::oneLine(textOf(line, "cache")));
  text += rowsOnNearest(line);
  text += rowsOnAllScopes(line);
  if (line.contains("warnings"))
    for (const ExecLine& warning : line.at("warnings"))
      text += fmt::format("       {}\n",
                          style(Color::yellow, fmt::format("warning: {}: {}", support::oneLine(textOf(warning, "place")),
                                                           support::oneLine(textOf(warning, "text")))));
  if (line.at("verdict") == "ERROR")
    text += fmt::format("       at: {}: {}\n", support::oneLine(textOf(line, "place")),
                        reporters::shortened(support::oneLine(textOf(line, "text")), 80));
  return text;
}

}  // namespace aunit::cli
