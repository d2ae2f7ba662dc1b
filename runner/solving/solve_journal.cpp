#include "runner/solving/solve_journal.h"

#include <fmt/format.h>

#include "runner/kept_json.h"
#include "support/failure.h"

namespace aunit::modelcheck {

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Proof, method, frames, latches, clauses)

}  // namespace aunit::modelcheck

namespace aunit::solver {

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Size, atoms, tuples, changes)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(ReachedSize, size, proved)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Refutation, variables, clauses, lemmas, seconds)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Statistics, primaryVariables, variables, clauses, traceLength)

}  // namespace aunit::solver

namespace aunit::runner {

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(CommandRow::Cubes, depth, part, parts)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(CommandRow::VacuityDetails, why, text, place, core)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(CommandRow::Warning, name, text, hint, place, ofModel)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(CommandRow, path, index, label, text, check, verdict, answer, error, expect, parseMs,
                                   translateMs, solveMs, statistics, solver, symmetry, skolemDepth, noOverflow, dialect, several,
                                   solutions, distinct, renamed, incomplete, reached, sizes, scope, bound, proof, refutation,
                                   boundsRefutation, cubes, core, vacuous, restsOn, nearest, notNearest, kept, cache, allScopes,
                                   warnings, place, why, shown)

namespace {

using Json = nlohmann::json;

}  // namespace

bool SolveJournal::open(const std::string& path, std::string& warning, std::string& error) {
  auto journal = read(path, "; remove this line to use the journal", error);
  if (!journal) return false;
  if (const auto& damaged = journal->damaged(); !damaged.empty())
    warning = fmt::format("{}:{}: this line {} damaged (wrong checksum); commands with answers in damaged lines are solved again",
                          path, damaged.front(), damaged.size() == 1 ? "is" : fmt::format("and {} more are", damaged.size() - 1));
  journal_.emplace(std::move(*journal));
  return true;
}

std::optional<Journal> SolveJournal::read(const std::string& path, const char* advice, std::string& error) {
  auto journal = Journal::open(path, error);
  if (!journal) return std::nullopt;
  for (const Journal::Entry& entry : journal->entries()) try {
      const Json done = Json::parse(entry.text);
      if (done.contains("line")) continue;  // an answer of an earlier version of the program; ignored
      rows_.insert_or_assign(done.at("digest").get<std::string>(),
                             std::pair(done.at("seconds").get<double>(), done.at("row").get<CommandRow>()));
    } catch (const Json::exception&) {
      return support::failure(error,
                              fmt::format("{}:{}: this is not a line of a journal of `aunit exec`{}", path, entry.line, advice));
    }
  return journal;
}

std::optional<CommandRow> SolveJournal::find(const std::string& digest, double timeout) const {
  const auto known = rows_.find(digest);
  if (known == rows_.end()) return std::nullopt;
  const auto& [seconds, row] = known->second;
  if (row.verdict == "UNKNOWN" && journal_ && !(timeout > 0 && seconds >= timeout)) return std::nullopt;
  return row;
}

bool SolveJournal::add(const std::string& digest, double seconds, const CommandRow& row, std::string& error) {
  const Json done = {{"digest", digest}, {"seconds", seconds}, {"row", row}};
  return journal_->add(done.dump(-1, ' ', false, Json::error_handler_t::replace), error);
}

}  // namespace aunit::runner
