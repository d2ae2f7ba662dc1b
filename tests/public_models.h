// The models in the shared folder: published models, and small models that once revealed an error.
#pragma once

#include <algorithm>
#include <filesystem>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "tests/folders.h"

namespace aunit::tests {

/// The paths of these models, sorted; empty if there is no such folder. Some models are malformed, refused, or too hard to solve.
inline std::vector<std::string> publicModels(std::initializer_list<std::string_view> folders = {"conformance", "field/found"},
                                             std::initializer_list<std::string_view> endings = {".als"}) {
  std::vector<std::string> paths;
  for (const std::string_view folder : folders) {
    const std::filesystem::path root = std::filesystem::path(sharedFolder()) / folder;
    if (!std::filesystem::exists(root)) continue;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(root))
      if (std::ranges::any_of(endings, [&](std::string_view ending) { return entry.path().extension() == ending; }))
        paths.push_back(entry.path().string());
  }
  std::ranges::sort(paths);
  return paths;
}

}  // namespace aunit::tests
