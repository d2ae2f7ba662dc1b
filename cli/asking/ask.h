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
  std::string text;   // source text of the test, as it is in the file or would be added to it
  const model::Model* model = nullptr;
  const model::Instance* instance = nullptr;
  std::string says;        // the verdict on the instance, by the model or by the test: "`acyclic` rejects this valuation"
  std::string remark;      // a sentence to show before the question; may be empty
  bool mayRemove = false;  // the test is in the file and can be removed
  std::function<std::string()> why;  // names the parts of the model that determine the verdict
};

struct TestAnswer {
  enum class Kind { yes, no, skip, remove, quit } kind = Kind::quit;
  std::string name;  // new name for the test, if the user typed one after yes or no; else empty
};

/// Asks questions on standard output and reads answers from standard input. If standard input is a pipe, repeats the answers on
/// standard output. The end of the input means `quit`.
class Conversation {
 public:
  explicit Conversation(bool colored);

  const reporters::Style& style() const { return style_; }
  /// Asks question `number` (from 1) of `all`.
  TestAnswer ask(const TestQuestion& question, std::size_t number, std::size_t all);
  /// Asks a yes/no question; the end of the input means no.
  bool agrees(const std::string& question);
  /// Whether the user can answer: standard input is a terminal, or a line has been read.
  bool heard() const { return heard_; }

 private:
  std::optional<std::string> read();

  reporters::Style style_;
  bool heard_ = false;
};

/// Lines that explain a verdict on the instance. If `facts` is true and the instance violates a fact or declaration, the lines
/// name that fact or declaration. Otherwise they explain the value of `formula`; if `formula` is noId, they explain why each fact
/// holds.
std::string whyText(const parser::Loaded& loaded, const model::Instance& instance, bool facts, model::ExprId formula,
                    model::Semantics semantics, const reporters::Style& style);

}  // namespace aunit::cli
