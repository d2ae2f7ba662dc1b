// Folders are layers: each includes only from itself and from layers above it. Subfolders of a layer do not include each other in
// a cycle, no folder has more than 30 sources, and the files of a layer can be compiled as one.

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/folders.h"

namespace {

namespace fs = std::filesystem;

const std::vector<std::string> layers = {"support", "model",    "parser", "evaluator", "solver", "coverage",
                                         "suite",   "strength", "runner", "reporters", "server", "cli"};

std::ptrdiff_t rank(const std::string& layer) {
  return std::ranges::find(layers, layer) - layers.begin();
}

/// An #include of a project file; both paths are relative to the project.
struct Include {
  std::string from, to;
};

std::vector<Include> includesOf(const fs::path& root, const std::string& layer) {
  static const std::regex include("^\\s*#\\s*include\\s*\"([^\"]+)\".*");
  std::vector<Include> found;
  for (const auto& entry : fs::recursive_directory_iterator(root / layer)) {
    const std::string extension = entry.path().extension().string();
    if (extension != ".h" && extension != ".cpp") continue;
    std::ifstream in(entry.path());
    for (std::string line; std::getline(in, line);)
      if (std::smatch match; std::regex_match(line, match, include))
        found.push_back({fs::relative(entry.path(), root).generic_string(), match[1]});
  }
  return found;
}

/// "runner/a.cpp includes reporters/b.h" for each include in `layer` that points downwards.
std::vector<std::string> violations(const fs::path& root, const std::string& layer) {
  std::vector<std::string> found;
  for (const auto& [from, to] : includesOf(root, layer)) {
    const std::ptrdiff_t below = rank(to.substr(0, to.find('/')));
    if (below == std::ssize(layers)) continue;  // generated or a library's
    if (below > rank(layer)) found.push_back(from + " includes " + to);
  }
  return found;
}

/// The rooms of a folder are its subfolders (their names end in a slash), and each of its own headers together with its .cpp
/// file.
using Rooms = std::map<std::string, std::map<std::string, Include>>;  // by room: the rooms it includes, with one include each

/// The rooms of each folder of `layer`, by folder.
std::map<std::string, Rooms> roomsOf(const fs::path& root, const std::string& layer) {
  std::map<std::string, Rooms> folders;
  for (const Include& include : includesOf(root, layer)) {
    const auto& [from, to] = include;
    const std::size_t differs = std::ranges::mismatch(from, to).in1 - from.begin();
    const std::size_t folder = from.substr(0, differs).rfind('/');
    if (folder == std::string::npos) continue;
    const auto room = [&](const std::string& path) {
      const std::size_t inner = path.find('/', folder + 1);
      return inner != std::string::npos ? path.substr(0, inner + 1) : fs::path(path).replace_extension().generic_string();
    };
    if (room(from) != room(to)) folders[from.substr(0, folder)][room(from)].emplace(room(to), include);
  }
  return folders;
}

/// A shortest cycle of includes through a room, "a/x.h includes b/y.h, b/z.cpp includes a/x.h"; empty if there is none.
std::string circleThrough(const Rooms& rooms, const std::string& room) {
  std::map<std::string, std::string> ways{{room, ""}};
  std::vector<std::string> reached{room};
  for (std::size_t i = 0; i < reached.size(); ++i) {
    const std::string here = reached[i];
    const auto includes = rooms.find(here);
    if (includes == rooms.end()) continue;
    for (const auto& [next, include] : includes->second) {
      const std::string way = ways[here] + (here == room ? "" : ", ") + include.from + " includes " + include.to;
      if (next == room) return way;
      if (ways.emplace(next, way).second) reached.push_back(next);
    }
  }
  return "";
}

/// Cycles of includes through several folders. (Within one folder, two files may include each other's headers: one from its
/// header, the other from its .cpp file.)
std::vector<std::string> circles(const fs::path& root, const std::string& layer) {
  std::vector<std::string> found;
  for (const auto& [folder, rooms] : roomsOf(root, layer))
    for (const auto& [room, included] : rooms)
      if (const std::string circle = room.ends_with('/') ? circleThrough(rooms, room) : ""; !circle.empty())
        found.push_back(circle);
  return found;
}

TEST(Layers, IncludeOnlyFromAbove) {
  const fs::path root = aunit::sourceFolder();
  for (const std::string& layer : layers) {
    ASSERT_TRUE(fs::is_directory(root / layer)) << layer;
    for (const std::string& violation : violations(root, layer)) ADD_FAILURE() << violation;
  }
}

TEST(Layers, HaveNoCircles) {
  for (const std::string& layer : layers)
    for (const std::string& circle : circles(aunit::sourceFolder(), layer)) ADD_FAILURE() << circle;
}

// Folders must be read with support::FolderReader: if memory runs out, std::filesystem's iterators end the process.
TEST(Layers, ReadFoldersInOneWay) {
  const fs::path root = aunit::sourceFolder();
  for (const std::string& layer : layers)
    for (const auto& entry : fs::recursive_directory_iterator(root / layer)) {
      std::ifstream in(entry.path());
      for (std::string line; entry.is_regular_file() && std::getline(in, line);)
        EXPECT_EQ(line.find("directory_iterator"), std::string::npos) << fs::relative(entry.path(), root) << ": " << line;
    }
}

/// Whether a line opens a file or folder directly.
bool opens(const std::string& line) {
  static const std::regex calls(
      R"((\b(w?[io]?fstream|_?w?f(re)?open|gzopen|opendir|openFolder|mmap|load_file|CreateFile[AW]?)\b|\bOpenMode::|(^|[^\w>])::open(at)?\())");
  const bool mayOpen = std::ranges::any_of(std::array{"open", "Open", "stream", "mmap", "load_file", "CreateFile"},
                                           [&](const char* word) { return line.find(word) != std::string::npos; });
  return mayOpen && std::regex_search(line.substr(0, line.find("// ")), calls);
}

// Files must be opened with support/files.h, because only there support::confine applies. It calls the system in support/system/.
TEST(Layers, OpenFilesInOneWay) {
  const fs::path root = aunit::sourceFolder();
  // exceptions: reopening the terminal of standard input; programs in other languages
  const std::vector<std::string> others = {"cli/asking/prompt.cpp", "reporters/scripts/"};
  for (const std::string& layer : layers)
    for (const auto& entry : fs::recursive_directory_iterator(root / layer)) {
      const std::string file = fs::relative(entry.path(), root).generic_string();
      if (file.starts_with("support/system/") || file == "support/files.cpp" ||
          (!file.ends_with(".cpp") && !file.ends_with(".h")) ||
          std::ranges::any_of(others, [&](const std::string& other) { return file.starts_with(other); }))
        continue;
      std::ifstream in(entry.path());
      for (std::string line; std::getline(in, line);) EXPECT_FALSE(opens(line)) << file << ": " << line;
    }
}

TEST(Layers, AnOpenElsewhereIsFound) {
  for (const char* line : {"std::ifstream in(path);", "  const int file = ::open(path, O_RDONLY);", "  gzopen(path, \"rb\")",
                           "FILE* f = fopen(path, \"r\");", "support::openFile(path, support::OpenMode::read)",
                           "return support::openFolder(path);", "  if (::openat(folder, name, 0) < 0)"})
    EXPECT_TRUE(opens(line)) << line;
  for (const char* line : {"auto journal = Journal::open(path, error);", "file = gzdopen(descriptor, \"rb\");",
                           "support::openToRead(path, accepts, error)", "// not by fopen"})
    EXPECT_FALSE(opens(line)) << line;
}

/// Folders with too many files for a reader. Data folders (golden cases, recorded answers, conversations) are exempt, because
/// they have a file for each case.
std::vector<std::string> largeFolders(const fs::path& root, const std::vector<std::string>& rooms) {
  constexpr std::size_t most = 30;
  std::map<fs::path, std::size_t> files;
  for (const std::string& room : rooms)
    for (const auto& entry : fs::recursive_directory_iterator(root / room))
      if (const auto extension = entry.path().extension(); extension == ".h" || extension == ".cpp")
        ++files[entry.path().parent_path()];
  std::vector<std::string> found;
  for (const auto& [folder, count] : files)
    if (count > most) found.push_back(fmt::format("{} has {} files", fs::relative(folder, root).string(), count));
  return found;
}

TEST(Layers, FoldersAreSmall) {
  std::vector<std::string> rooms = layers;
  rooms.insert(rooms.end(), {"tests", "bench", "wasm"});
  EXPECT_EQ(largeFolders(aunit::sourceFolder(), rooms), std::vector<std::string>());
}

/// Creates a folder in the folder for temporary files.
fs::path newFolder(const std::string& name) {
  const fs::path root =
      fs::temp_directory_path() / fmt::format("aunit-{}-{}", name, ::testing::UnitTest::GetInstance()->random_seed());
  fs::create_directories(root);
  return root;
}

TEST(Layers, ALargeFolderIsFound) {
  const fs::path root = newFolder("folders");
  fs::create_directories(root / "model");
  for (int i = 0; i < 31; ++i) std::ofstream(root / "model" / fmt::format("m{}.h", i)) << "#pragma once\n";
  EXPECT_EQ(largeFolders(root, {"model"}), std::vector<std::string>{"model has 31 files"});
  fs::remove(root / "model" / "m30.h");
  EXPECT_EQ(largeFolders(root, {"model"}), std::vector<std::string>());
  fs::remove_all(root);
}

TEST(Layers, AnIncludeFromBelowIsFound) {
  const fs::path root = newFolder("layers");
  fs::create_directories(root / "model");
  fs::create_directories(root / "runner");
  std::ofstream(root / "runner" / "run.h") << "#pragma once\n";
  std::ofstream(root / "model" / "bad.h") << "#include \"runner/run.h\"\n";
  EXPECT_EQ(violations(root, "model"), std::vector<std::string>{"model/bad.h includes runner/run.h"});
  fs::remove_all(root);
}

TEST(Layers, ACircleThroughAFolderIsFound) {
  const fs::path root = newFolder("circles");
  fs::create_directories(root / "model" / "sat" / "inner");
  fs::create_directories(root / "model" / "time");
  const auto includes = [&](const std::string& file, const std::string& included) {
    std::ofstream(root / file) << "#include \"" << included << "\"\n";
  };
  includes("model/sat/sat.h", "model/limits.h");
  includes("model/limits.cpp", "model/time/clock.h");
  includes("model/sat/one.cpp", "model/sat/two.h");  // two files include each other
  includes("model/sat/two.h", "model/sat/one.h");
  EXPECT_EQ(circles(root, "model"), std::vector<std::string>());

  includes("model/time/clock.cpp", "model/sat/inner/slow.h");
  const std::string first = "model/sat/sat.h includes model/limits.h", second = "model/limits.cpp includes model/time/clock.h",
                    third = "model/time/clock.cpp includes model/sat/inner/slow.h";
  EXPECT_EQ(circles(root, "model"),
            (std::vector<std::string>{first + ", " + second + ", " + third, third + ", " + first + ", " + second}));

  includes("model/time/clock.cpp", "model/time/seconds.h");
  includes("model/sat/inner/slow.h", "model/sat/sat.h");  // a subfolder and a file beside it
  includes("model/sat/sat.h", "model/sat/inner/fast.h");
  EXPECT_EQ(circles(root, "model"), std::vector<std::string>{"model/sat/inner/slow.h includes model/sat/sat.h, model/sat/sat.h "
                                                             "includes model/sat/inner/fast.h"});
  fs::remove_all(root);
}

/// "`limit` in model/a.cpp and model/b.cpp" for each constant and type that two unnamed namespaces of a layer define. The release
/// build compiles the files of a layer as one, so they would be one name.
std::vector<std::string> sharedNames(const fs::path& root, const std::string& layer) {
  static const std::regex defines(
      R"(((inline |static )*(constexpr|const) [^=(;]*?(\w+)(\[\w*\])? = .*|(struct|class|enum class|enum) (\w+)\b[^;]*[{:].*))");
  static const std::regex opens(R"(namespace (\S+) \{)");
  std::map<std::pair<std::string, std::string>, std::string> files;  // by namespace and name
  std::vector<std::string> found;
  for (const auto& entry : fs::recursive_directory_iterator(root / layer)) {
    if (entry.path().extension() != ".cpp") continue;
    const std::string file = fs::relative(entry.path(), root).generic_string();
    std::string around;
    bool unnamed = false;
    std::ifstream in(entry.path());
    std::smatch match;
    for (std::string line; std::getline(in, line);) {
      if (std::regex_match(line, match, opens)) {
        around = match[1];
      } else if (line == "namespace {" || line == "}  // namespace") {
        unnamed = line == "namespace {";
      } else if (unnamed && std::regex_match(line, match, defines)) {
        const std::string name = match[4].matched ? match[4] : match[7];
        const auto [first, added] = files.try_emplace({around, name}, file);
        if (!added && first->second != file) found.push_back(fmt::format("`{}` in {} and {}", name, first->second, file));
      }
    }
  }
  return found;
}

TEST(Layers, FilesOfALayerCompileAsOne) {
  for (const std::string& layer : layers)
    EXPECT_EQ(sharedNames(aunit::sourceFolder(), layer), std::vector<std::string>()) << layer;
}

TEST(Layers, ANameOfTwoFilesIsFound) {
  const fs::path root = newFolder("names");
  fs::create_directories(root / "model");
  const auto defines = [&](const std::string& file, const std::string& definitions) {
    std::ofstream(root / "model" / file) << "namespace aunit::model {\n\nnamespace {\n"
                                         << definitions << "}  // namespace\n\n}\n";
  };
  defines("a.cpp", "constexpr std::size_t most = 1;\nstruct Part {\n  int most = 0;\n};\n");
  defines("b.cpp", "struct Part;\nint most() {\n  const int most = 2;\n  return most;\n}\n");
  EXPECT_EQ(sharedNames(root, "model"), std::vector<std::string>());
  defines("c.cpp", "constexpr int most = 3;\n");
  EXPECT_EQ(sharedNames(root, "model").size(), 1u);
  defines("d.cpp", "enum class Part { one };\n");
  EXPECT_EQ(sharedNames(root, "model").size(), 2u);
  fs::remove_all(root);
}

}  // namespace
