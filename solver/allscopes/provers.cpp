#include "solver/allscopes/provers.h"

#include <algorithm>
#include <charconv>
#include <string_view>
#include <utility>

#include "solver/firstorder/texts.h"
#include "support/system/child_process.h"

namespace aunit::solver {

namespace {

using firstorder::Assertion;
using firstorder::Theory;

/// The first line that is not empty.
std::string_view firstLineOf(std::string_view text) {
  while (text.starts_with('\n')) text.remove_prefix(1);
  return text.substr(0, text.find('\n'));
}

}  // namespace

ProverAnswer Prover::ask(const Theory& theory, const std::vector<Assertion>& assertions, const support::Budget& budget) const {
  const std::string text = write(theory, assertions);
  const support::ChildAnswer answer = support::askChild(command, text, budget);
  ProverAnswer result = answer.ended ? read(answer.output, assertions.size()) : ProverAnswer{};
  result.text = text;
  return result;
}

ProverAnswer readSmtAnswer(const std::string& output, std::size_t assertions) {
  ProverAnswer answer;
  std::string_view rest = output;
  answer.model = firstLineOf(rest) == "sat";
  if (output.find("(error") != std::string::npos || firstLineOf(rest) != "unsat") return answer;
  rest.remove_prefix(rest.find("unsat") + 5);
  answer.contradiction = true;
  const std::size_t open = rest.find('('), close = rest.find(')');
  if (open == std::string_view::npos || close == std::string_view::npos || close < open) return answer;
  rest = rest.substr(open + 1, close - open - 1);
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find_first_of(" \n\t"), rest.size());
    const std::string_view word = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (word.empty()) continue;
    std::size_t number = 0;
    const auto [last, error] = std::from_chars(word.data() + 1, word.data() + word.size(), number);
    if (word[0] != 'a' || error != std::errc() || last != word.data() + word.size() || number >= assertions) {
      answer.core.clear();  // not what was asked for
      return answer;
    }
    answer.core.push_back(number);
  }
  std::ranges::sort(answer.core);
  return answer;
}

ProverAnswer readTptpAnswer(const std::string& output, std::size_t) {
  ProverAnswer answer;
  constexpr std::string_view status = "# SZS status ";
  const std::size_t at = output.find(status);
  if (at == std::string::npos || (at != 0 && output[at - 1] != '\n')) return answer;
  const std::string_view word = std::string_view(output).substr(at + status.size());
  const std::string_view said = word.substr(0, word.find_first_of(" \n\t"));
  answer.contradiction = said == "Unsatisfiable" || said == "ContradictoryAxioms";
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
