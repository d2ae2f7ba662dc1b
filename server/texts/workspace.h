// The texts that the server knows: open in the editor or on disk, with their meaning.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "parser/front_end.h"
#include "parser/uses.h"
#include "server/texts/file_stamp.h"
#include "server/texts/positions.h"
#include "suite/test_case.h"

namespace aunit::server {

/// A text as the editor shows it.
struct Document {
  std::string text;
  std::int64_t version = 0;
};

/// The meaning of one root file with all that it opens.
struct Analysis {
  std::string path;
  std::unique_ptr<const parser::Loaded> loaded;
  parser::UseIndex uses;
  Stamps sources;                      // of all texts that were read for it
  parser::LoadOptions options;         // but for `readFile`
  std::vector<suite::TestCase> tests;  // of a model without errors
  std::size_t meaning = 0;             // hash of the tokens of all texts but the library's: layout and comments mean nothing
  double milliseconds = 0;             // of a processor that it took

  /// For a model with errors: the part that is known; null if there is none.
  const model::Model* model() const { return loaded->model ? loaded->model.get() : loaded->draft.get(); }
  /// The text of a path; noFile if it is not among those that were read.
  model::FileId fileOf(const std::string& path) const;
};

/// How edits of the same texts are loaded; the analysis must outlive what is done with it.
parser::LoadOptions optionsAgain(const Analysis& analysis);

/// All that is read, in the thread that reads (server.h).
class Workspace {
 public:
  /// A folder that people work in; its files are looked for when they are asked for.
  void addFolder(const std::string& path) { folders_.push_back(path); }
  void removeFolder(const std::string& path) { std::erase(folders_, path); }
  /// How many names in the folders are looked at: people open their home, or `/`.
  void setSearchedEntries(std::size_t entries) { searchedEntries_ = entries; }
  std::size_t searchedEntries() const { return searchedEntries_; }

  struct Files {
    std::vector<std::string> paths;
    bool complete = true;  // false: the folders hold more than is looked at; what is nearest to their tops is there
  };
  /// All files of ours in the folders, and the open ones.
  Files files();

  void open(const std::string& path, Document document);
  /// The text of an open document; null if it is not open.
  const Document* document(const std::string& path) const;
  void change(const std::string& path, Document document);
  void close(const std::string& path);

  /// Whether a word stands in the text of a file.
  bool mentions(const std::string& path, const std::string& word) const;

  /// The latest; made when it is asked for.
  std::shared_ptr<const Analysis> analysis(const std::string& path);
  /// A file has changed: drops what is known about it and about the files that open it.
  void invalidate(const std::string& path);

 private:
  parser::LoadOptions optionsFor(const std::string& path, const std::shared_ptr<Stamps>& read) const;
  bool isOurs(const std::string& path);
  void forgetFarFiles();

  struct Known {
    std::shared_ptr<const Analysis> analysis;  // null: out of date, or long ago
    std::set<std::string> sources;
    std::uint64_t usedAt = 0;
  };
  struct Prose {
    FileStamp stamp;
    bool holdsTests = false;
  };

  std::vector<std::string> folders_;
  std::size_t searchedEntries_ = 20'000;
  std::map<std::string, Prose> prose_;  // files that have to be read to know whether they are ours
  std::map<std::string, Document> documents_;
  std::map<std::string, Known> known_;
  std::uint64_t clock_ = 0;
};

}  // namespace aunit::server
