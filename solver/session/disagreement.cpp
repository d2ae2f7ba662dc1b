#include "solver/session/disagreement.h"

#include <atomic>
#include <filesystem>

#include <fmt/format.h>

#include "model/instances/instance_json.h"
#include "support/files.h"
#include "support/system/this_program.h"

namespace aunit::solver {

std::string saveForReport(const model::Model& model, const model::Instance& instance) {
  static std::atomic<unsigned> saved{0};
  std::error_code failed;
  std::filesystem::path folder = std::filesystem::temp_directory_path(failed);
  if (failed) folder = ".";
  const std::string path =
      (folder / fmt::format("aunit-disagreement-{}-{}.json", support::processNumber(), ++saved)).generic_string();
  std::string error;
  if (!support::writeFile(path, model::writeInstanceJson(model, instance), error))
    return fmt::format("the instance cannot be saved as {}: {}", path, error);
  return fmt::format("please report it with the model and the instance, which is saved as {}", path);
}

}  // namespace aunit::solver
