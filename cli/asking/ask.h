// Questions to a person about tests, one at a time.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>

#include "model/instances/instance.h"
#include "model/model.h"
#include "model/semantics.h"
#include "parser/front_end.h"
#include "reporters/terminal/style.h"

namespace aunit::cli {

struct TestQuestion {
  std::string title;  // purpose of the test
  std::string text;   // the test as it stands, or would stand, in the file
  const model::Model* model = nullptr;
  const model::Instance* instance = nullptr;
  std::string says;                  // the verdict of the model, or of the test, on it: "rejected by acyclic"
  std::string remark;                // empty: none
  bool mayRemove = false;            // the test is there already and can be taken out
  std::function<std::string()> why;  // the text of the parts of the model that decide
};

struct TestAnswer {
  enum class Kind { yes, no, skip, remove, quit } kind = Kind::quit;
  std::string name;  // a name for the test, written behind yes or no; mostly empty
};

/// Asks questions on standard output and reads answers from standard input: a terminal, or lines of a pipe, which are repeated
/// behind the question. The end of the input means `quit`.
class Conversation {
 public:
  explicit Conversation(bool colored);

  const reporters::Style& style() const { return style_; }
  /// `number` counts from 1.
  TestAnswer ask(const TestQuestion& question, std::size_t number, std::size_t all);
  /// A question that yes or no answers; the end of the input means no.
  bool agrees(const std::string& question);
  /// Whether questions are answered: there is a terminal, or a line could be read.
  bool heard() const { return heard_; }

 private:
  std::optional<std::string> read();

  reporters::Style style_;
  bool heard_ = false;
};

/// Lines that name the parts of the model which decide whether the instance is a solution (with `facts`), and which value the
/// formula, if there is one, has on it.
std::string whyText(const parser::Loaded& loaded, const model::Instance& instance, bool facts, model::ExprId formula,
                    model::Semantics semantics, const reporters::Style& style);

}  // namespace aunit::cli
