#include "solver/allscopes/provers.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string_view>

#include <fmt/format.h>

#include "solver/firstorder/texts.h"
#include "support/system/child_process.h"

namespace aunit::solver {

namespace {

using firstorder::Assertion;
using firstorder::Theory;

constexpr double longestAnswer = 3600;  // seconds, where nothing else ends it

/// The first line that is not empty.
std::string_view firstLineOf(std::string_view text) {
  while (text.starts_with('\n')) text.remove_prefix(1);
  return text.substr(0, text.find('\n'));
}

class SmtProver : public Prover {
 public:
  SmtProver(std::string name, std::string path, std::vector<std::string> options)
      : name_(std::move(name)), command_(std::move(options)) {
    command_.insert(command_.begin(), std::move(path));
  }

  std::string name() const override { return name_; }

  ProverAnswer ask(const Theory& theory, const std::vector<Assertion>& assertions, const support::Budget& budget) const override {
    const std::string text = firstorder::smtLib(theory, assertions);
    const support::ChildAnswer answer = support::askChild(command_, text, budget);
    ProverAnswer result = answer.ended ? readSmtAnswer(answer.output, assertions.size()) : ProverAnswer{};
    result.text = text;
    return result;
  }

 private:
  std::string name_;
  std::vector<std::string> command_;
};

class EProver : public Prover {
 public:
  explicit EProver(std::string path) : path_(std::move(path)) {}

  std::string name() const override { return "E"; }

  ProverAnswer ask(const Theory& theory, const std::vector<Assertion>& assertions, const support::Budget& budget) const override {
    const std::string text = firstorder::tptp(theory, assertions);
    const double seconds = std::ceil(std::clamp(budget.secondsLeft(), 1.0, longestAnswer));
    const support::ChildAnswer answer =
        support::askChild({path_, "--auto", "-s", "--tstp-format", fmt::format("--cpu-limit={}", seconds)}, text, budget);
    ProverAnswer result = answer.ended ? readTptpAnswer(answer.output) : ProverAnswer{};
    result.text = text;
    return result;
  }

 private:
  std::string path_;
};

}  // namespace

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

ProverAnswer readTptpAnswer(const std::string& output) {
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

std::vector<std::unique_ptr<Prover>> installedProvers() {
  std::vector<std::unique_ptr<Prover>> provers;
  if (std::string path = support::findProgram("z3"); !path.empty())
    provers.push_back(std::make_unique<SmtProver>("z3", std::move(path), std::vector<std::string>{"-in", "-smt2"}));
  if (std::string path = support::findProgram("cvc5"); !path.empty())
    provers.push_back(std::make_unique<SmtProver>("cvc5", std::move(path),
                                                  std::vector<std::string>{"--lang=smt2", "--full-saturate-quant", "-q"}));
  if (std::string path = support::findProgram("eprover"); !path.empty())
    provers.push_back(std::make_unique<EProver>(std::move(path)));
  return provers;
}

}  // namespace aunit::solver
