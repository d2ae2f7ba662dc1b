// What a command writes beside its report for people: files that are created before the work, a folder, standard output ("-").
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "model/files.h"

namespace aunit::cli {

class Outputs {
 public:
  /// The file of an option ("--junit"); nothing happens when it was not given.
  void addFile(const std::string& option, const std::optional<std::string>& path);
  /// The folder of an HTML report.
  void addReport(const std::string& option, const std::optional<std::string>& path);

  /// Creates all of them. False, after a message, when one cannot be written, two are the same, or one of them is an input.
  bool open(const std::vector<std::string>& inputs);
  /// Whether none of them is an input, for those that are known later; else a message.
  bool spare(const std::vector<std::string>& inputs) const;

  /// One of them is standard output: what people read has to go elsewhere.
  bool usesStandardOutput() const;

  /// Writes an option's file, if it was asked for. False, after a message, when that fails.
  bool write(const std::string& option, const std::function<std::string()>& content);

  /// Names of the files written.
  const std::vector<std::string>& written() const { return written_; }
  bool empty() const { return outputs_.empty(); }

 private:
  struct Output {
    std::string option;
    std::string path;
    bool isFolder = false;
    std::optional<model::OutputFile> file = {};  // none for a folder and for standard output

    bool isStandard() const;
  };

  std::string conflict() const;

  std::vector<Output> outputs_;
  std::vector<std::string> written_;
};

}  // namespace aunit::cli
