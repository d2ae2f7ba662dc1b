// Outputs of a command other than its text for people: files that are created before the work, folders, standard output ("-").
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "support/files.h"

namespace aunit::cli {

class Outputs {
 public:
  /// Adds the file of an option ("--junit"); does nothing if it was not given.
  void addFile(const std::string& option, const std::optional<std::string>& path);
  /// Adds the folder of an HTML report.
  void addReport(const std::string& option, const std::optional<std::string>& path);

  /// Creates all outputs. Returns false, after a message, if one cannot be written, two are the same, or one is an input.
  bool open(const std::vector<std::string>& inputs);
  /// Returns true if no output is one of these inputs, else false after a message. For inputs that are known only after open().
  bool spare(const std::vector<std::string>& inputs) const;

  /// Whether one of the outputs is standard output, so that the text for people must go elsewhere.
  bool usesStandardOutput() const;

  /// Writes the file of an option, if it was added. Returns false, after a message, on failure.
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
