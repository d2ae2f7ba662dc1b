// Questions to a person about tests, one at a time.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>

#include "model/instance.h"
#include "model/model.h"
#include "parser/front_end.h"
#include "reporters/style.h"

namespace aunit::cli {

struct TestQuestion {
  std::string title;  // what the test is for
  std::string text;   // as it stands in the file, or would
  const model::Model* model = nullptr;
  const model::Instance* instance = nullptr;
  std::string says;                  // what the model, or the test, says of it: "rejected by acyclic"
  std::string remark;                // empty: none
  bool mayRemove = false;            // the test is there already and can be taken out
  std::function<std::string()> why;  // the parts of the model that decide
};

struct TestAnswer {
  enum class Kind { yes, no, skip, remove, quit } kind = Kind::quit;
  std::string name;  // for the test: what was written behind yes or no; mostly empty
};

/// Questions on standard output, answers from standard input: a terminal, or lines of a pipe, which are repeated behind the
/// question. The end of the input is `quit`.
class Conversation {
 public:
  explicit Conversation(bool colored);

  const reporters::Style& style() const { return style_; }
  /// `number` counts from 1.
  TestAnswer ask(const TestQuestion& question, std::size_t number, std::size_t all);
  /// Whether somebody is there: a terminal, or a line that could be read.
  bool heard() const { return heard_; }

 private:
  std::optional<std::string> read();

  reporters::Style style_;
  bool heard_ = false;
};

/// The parts of the model that decide whether the instance is a solution (where `facts` are asked for) and what the formula, if
/// there is one, says of it, as lines.
std::string whyText(const parser::Loaded& loaded, const model::Instance& instance, bool facts, model::ExprId formula,
                    bool noOverflow, const reporters::Style& style);

}  // namespace aunit::cli
