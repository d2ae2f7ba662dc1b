// Asks the user questions about tests, one at a time.
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
  std::string says;                  // the verdict of the model, or of the test, on the instance: "rejected by acyclic"
  std::string remark;                // may be empty
  bool mayRemove = false;            // the test is in the file and can be removed
  std::function<std::string()> why;  // names the parts of the model that determine the verdict
};

struct TestAnswer {
  enum class Kind { yes, no, skip, remove, quit } kind = Kind::quit;
  std::string name;  // a name for the test, which may follow yes or no; mostly empty
};

/// Asks questions on standard output and reads answers from standard input. Answers from a pipe are echoed after the question.
/// The end of the input means `quit`.
class Conversation {
 public:
  explicit Conversation(bool colored);

  const reporters::Style& style() const { return style_; }
  /// `number` counts from 1.
  TestAnswer ask(const TestQuestion& question, std::size_t number, std::size_t all);
  /// Asks a yes/no question; the end of the input means no.
  bool agrees(const std::string& question);
  /// Whether answers can be read: standard input is a terminal, or a line has been read.
  bool heard() const { return heard_; }

 private:
  std::optional<std::string> read();

  reporters::Style style_;
  bool heard_ = false;
};

/// Lines that name the parts of the model that determine whether the instance satisfies the facts (if `facts`), and the value of
/// the formula on it, if there is one.
std::string whyText(const parser::Loaded& loaded, const model::Instance& instance, bool facts, model::ExprId formula,
                    model::Semantics semantics, const reporters::Style& style);

}  // namespace aunit::cli
