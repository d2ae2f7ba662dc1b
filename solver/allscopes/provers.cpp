#include "solver/allscopes/provers.h"

#include <algorithm>
#include <charconv>
#include <string_view>
#include <utility>

#include "solver/firstorder/texts.h"
#include "support/pieces.h"
#include "support/system/child_process.h"

namespace aunit::solver {

namespace {

using firstorder::Assertion;
using firstorder::Theory;

}  // namespace

ProverAnswer Prover::ask(const Theory& theory, const std::vector<Assertion>& assertions, const support::Budget& budget) const {
  const std::string text = write(theory, assertions);
  const support::ChildAnswer answer = support::askChild(command, text, budget);
  ProverAnswer result = answer.ended ? read(answer.output, assertions.size()) : ProverAnswer{};
  // A prover that claims a contradiction but exits with an error has proved nothing.
  result.contradiction = result.contradiction && answer.code == 0;
  result.text = text;
  return result;
}

/// Finds a contradiction only if the output is "unsat" and a list of the assertions that suffice for it.
ProverAnswer readSmtAnswer(const std::string& output, std::size_t assertions) {
  ProverAnswer answer;
  const std::string_view said = support::trimmed(output);
  const std::string_view first = said.substr(0, said.find('\n'));
  answer.model = first == "sat";
  std::string_view list = support::trimmed(said.substr(first.size()));
  if (first != "unsat" || !list.starts_with('(') || list.find(')') != list.size() - 1) return answer;
  list = list.substr(1, list.size() - 2);
  while (!(list = support::trimmed(list)).empty()) {
    const std::string_view word = list.substr(0, list.find_first_of(" \n\t"));
    list.remove_prefix(word.size());
    std::size_t number = 0;
    const auto [last, error] = std::from_chars(word.data() + 1, word.data() + word.size(), number);
    if (word[0] != 'a' || error != std::errc() || last != word.data() + word.size() || number >= assertions) return answer;
    answer.core.push_back(number);
  }
  std::ranges::sort(answer.core);
  answer.contradiction = true;
  return answer;
}

/// Finds a contradiction only if the output has exactly one status line and all other lines are comments.
ProverAnswer readTptpAnswer(const std::string& output, std::size_t) {
  ProverAnswer answer;
  constexpr std::string_view status = "# SZS status ";
  std::size_t found = 0;
  for (const std::string_view line : support::lines(output)) {
    if (!line.empty() && !line.starts_with('#')) return {};
    if (!line.starts_with(status)) continue;
    const std::string_view word = support::trimmed(line.substr(status.size()));
    answer.contradiction = word == "Unsatisfiable" || word == "ContradictoryAxioms";
    ++found;
  }
  answer.contradiction = answer.contradiction && found == 1;
  return answer;
}

std::vector<std::string> namesOfProvers() {
  return {"z3", "cvc5", "eprover"};
}

std::vector<Prover> installedProvers() {
  std::vector<Prover> provers;
  const auto add = [&](const char* name, const char* program, std::vector<std::string> command, auto* write, auto* read) {
    std::string path = support::findProgram(program);
    if (path.empty()) return;
    command.insert(command.begin(), std::move(path));
    provers.push_back({name, std::move(command), write, read});
  };
  add("z3", "z3", {"-in", "-smt2"}, firstorder::smtLib, readSmtAnswer);
  add("cvc5", "cvc5", {"--lang=smt2", "--full-saturate-quant", "-q"}, firstorder::smtLib, readSmtAnswer);
  add("E", "eprover", {"--auto", "-s", "--tstp-format"}, firstorder::tptp, readTptpAnswer);
  return provers;
}

}  // namespace aunit::solver
