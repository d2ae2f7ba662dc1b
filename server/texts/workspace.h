// The texts that the server knows, with their analyses: documents that are open in the editor, and files on disk.
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

/// The analysis of one root file with all files that it opens.
struct Analysis {
  std::string path;
  std::unique_ptr<const parser::Loaded> loaded;
  parser::UseIndex uses;
  Stamps sources;                      // stamps of all files that were read for this analysis
  parser::LoadOptions options;         // how the files were loaded; `readFile` is not set
  std::vector<suite::TestCase> tests;  // empty if the model has errors
  std::size_t meaning = 0;             // hash of the tokens of all texts except the library's; independent of layout and comments
  double milliseconds = 0;             // CPU time of the analysis

  /// The model; if it has errors, the part that is known; null if no part is known.
  const model::Model* model() const { return loaded->model ? loaded->model.get() : loaded->draft.get(); }
  /// The id of the file with this path; noFile if it was not read.
  model::FileId fileOf(const std::string& path) const;
};

/// The options for loading edited versions of the analysed texts. `analysis` must outlive all uses of the result.
parser::LoadOptions optionsAgain(const Analysis& analysis);

/// All texts and analyses; used only by the thread `reading_` (server.h).
class Workspace {
 public:
  /// Adds a workspace folder. Its files are listed only when they are needed.
  void addFolder(const std::string& path) { folders_.push_back(path); }
  void removeFolder(const std::string& path) { std::erase(folders_, path); }
  /// Limits the number of folder entries that are searched, because users may open their home folder or `/`.
  void setSearchedEntries(std::size_t entries) { searchedEntries_ = entries; }
  std::size_t searchedEntries() const { return searchedEntries_; }

  struct Files {
    std::vector<std::string> paths;
    bool complete = true;  // false if the limit was reached, so that only files near the top of the folders are included
  };
  /// The files in the workspace folders that contain models or tests, and all open files.
  Files files();

  void open(const std::string& path, Document document);
  /// The text of an open document; null if it is not open.
  const Document* document(const std::string& path) const;
  void change(const std::string& path, Document document);
  void close(const std::string& path);

  /// Whether the text of a file has this word.
  bool mentions(const std::string& path, const std::string& word) const;

  /// The analysis of the current text; made when it is requested.
  std::shared_ptr<const Analysis> analysis(const std::string& path);
  /// Drops the analyses of a changed file and of the files that open it.
  void invalidate(const std::string& path);

 private:
  parser::LoadOptions optionsFor(const std::string& path, const std::shared_ptr<Stamps>& read) const;
  bool isOurs(const std::string& path);
  void forgetFarFiles();

  struct CachedAnalysis {
    std::shared_ptr<const Analysis> analysis;  // null: outdated or dropped
    std::set<std::string> sources;
    std::uint64_t usedAt = 0;
  };
  struct MarkdownFile {
    FileStamp stamp;
    bool holdsTests = false;
  };

  std::vector<std::string> folders_;
  std::size_t searchedEntries_ = 20'000;
  std::map<std::string, MarkdownFile> prose_;  // by path: Markdown files
  std::map<std::string, Document> documents_;
  std::map<std::string, CachedAnalysis> known_;
  std::uint64_t clock_ = 0;
};

}  // namespace aunit::server
