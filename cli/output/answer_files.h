// The files that `aunit exec` writes about its commands: instances, certificates, proofs.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "cli/input/arguments.h"
#include "cli/output/exec_line.h"
#include "model/model.h"
#include "parser/front_end.h"

namespace aunit::cli {

/// They are called by the names of the model's file and the command, "list-0-show-1.xml", in the folders that the arguments name.
class AnswerFiles {
 public:
  /// `loaded`: the models, by file, as they are loaded. All must outlive this.
  AnswerFiles(const ExecArguments& arguments, const std::vector<std::unique_ptr<parser::Loaded>>& loaded);

  /// A command, by the number of its file, as users count it there.
  struct About {
    std::size_t file, index;
    const model::Command& command;
  };
  /// Instances in their form, whose files end in `extension`, with the nearest to one where there is none.
  struct Shown {
    std::string extension;
    std::function<std::string(std::size_t instance)> text;
    std::function<std::string()> nearestText;
  };
  /// Writes what the arguments ask for. False, after messages, where something could not be written.
  bool write(const About& about, const ExecAnswer& answer, const Shown& shown) const;

 private:
  bool write(const std::string& folder, const About& about, const std::string& ending, const std::string& text) const;
  bool isRead(const std::string& path) const;

  const ExecArguments& arguments_;
  const std::vector<std::unique_ptr<parser::Loaded>>& loaded_;
  const std::vector<std::string> stems_;
};

}  // namespace aunit::cli
