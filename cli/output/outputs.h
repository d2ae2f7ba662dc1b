// What a command writes besides its text for people: files, folders, or standard output ("-"). These outputs are created before
// the work begins.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "support/files.h"

namespace aunit::cli {

class Outputs {
 public:
  /// Adds the file that `option` ("--junit") names; does nothing if the option was not given.
  void addFile(const std::string& option, const std::optional<std::string>& path);
  /// Adds the folder of an HTML report.
  void addReport(const std::string& option, const std::optional<std::string>& path);

  /// Creates all outputs. Returns false, after a message, if an output cannot be written, if two outputs are the same, or if an
  /// output is also an input.
  bool open(const std::vector<std::string>& inputs);
  /// Returns false, after a message, if an output is one of `inputs`. For inputs that are known only after open().
  bool spare(const std::vector<std::string>& inputs) const;

  /// Whether one of the outputs is standard output, so that text for people must go to standard error.
  bool usesStandardOutput() const;

  /// Writes the content to the file of an option, if the option was given. Returns false, after a message, on failure.
  bool write(const std::string& option, const std::function<std::string()>& content);

  /// The names of the files written so far.
  const std::vector<std::string>& written() const { return written_; }
  bool empty() const { return outputs_.empty(); }

 private:
  struct Output {
    std::string option;
    std::string path;
    bool isFolder = false;
    std::optional<support::OutputFile> file = {};  // nothing for a folder or standard output

    bool isStandard() const;
  };

  std::string conflict() const;

  std::vector<Output> outputs_;
  std::vector<std::string> written_;
};

}  // namespace aunit::cli
