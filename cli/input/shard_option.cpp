#include "cli/input/shard_option.h"

#include <charconv>
#include <cstdlib>
#include <string_view>

#include <fmt/format.h>

#include "cli/usage_error.h"
#include "reporters/terminal/times.h"
#include "support/files.h"

namespace aunit::cli {

namespace {

/// Names of environment variables that give a shard. The values of `index` start with the value of `first` and grow by the value
/// of `step`.
struct Convention {
  const char* index;
  const char* total;
  const char* first = nullptr;  // null: the first index is `firstIndex`
  const char* step = nullptr;
  long firstIndex = 0;  // the first index if `first` is null
};

constexpr Convention bazel{"TEST_SHARD_INDEX", "TEST_TOTAL_SHARDS"};
constexpr Convention conventions[] = {
    {"SLURM_ARRAY_TASK_ID", "SLURM_ARRAY_TASK_COUNT", "SLURM_ARRAY_TASK_MIN", "SLURM_ARRAY_TASK_STEP"},
    {"SLURM_PROCID", "SLURM_NTASKS"},
    bazel,
    {"CI_NODE_INDEX", "CI_NODE_TOTAL", nullptr, nullptr, 1},
    {"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"},
    {"PMI_RANK", "PMI_SIZE"}};

std::optional<std::string> variable(const char* name) {
  const char* value = name ? std::getenv(name) : nullptr;
  return value && *value ? std::optional<std::string>(value) : std::nullopt;
}

bool speaks(const Convention& convention) {
  return variable(convention.index) && variable(convention.total);
}

/// The value of an environment variable; `otherwise` if the variable is not set; nothing if its value is not a number.
std::optional<long> number(const char* name, long otherwise) {
  const auto text = variable(name);
  if (!text) return otherwise;
  long value = 0;
  const auto [end, status] = std::from_chars(text->data(), text->data() + text->size(), value);
  return status == std::errc() && end == text->data() + text->size() ? std::optional(value) : std::nullopt;
}

std::optional<runner::Shard> shardBy(const Convention& by) {
  const auto index = number(by.index, 0), total = number(by.total, 1), first = number(by.first, by.firstIndex),
             step = number(by.step, 1);
  const bool whole = index && total && first && step && *step > 0 && *index >= *first && (*index - *first) % *step == 0;
  if (whole && (*index - *first) / *step < *total)
    return runner::Shard{.index = static_cast<std::size_t>((*index - *first) / *step), .total = static_cast<std::size_t>(*total)};
  const std::string given = fmt::format("{} is {} and {} is {}", by.index, *variable(by.index), by.total, *variable(by.total));
  if (by.first)
    usageError(
        fmt::format("{}, but the first task is {}: number the tasks of the array without gaps, for example with "
                    "`sbatch --array=1-8`",
                    given, variable(by.first).value_or("0")));
  else
    usageError(fmt::format("{} must be a number from {}, but {}", by.index,
                           by.firstIndex == 0 ? fmt::format("0 to {} - 1", by.total) : fmt::format("1 to {}", by.total), given));
  return std::nullopt;
}

/// Touches the file by which Bazel recognises that the test program supports sharding.
void tellBazel() {
  std::string error;
  if (const auto status = variable("TEST_SHARD_STATUS_FILE"); status && !support::appendToFile(*status, "", error))
    reporters::complain(fmt::format("TEST_SHARD_STATUS_FILE: cannot write `{}`: {}", *status, error));
}

std::optional<runner::Shard> shardByEnvironment() {
  std::string names;
  for (const Convention& convention : conventions) {
    if (!speaks(convention)) {
      names += fmt::format("{}{} and {}", names.empty() ? "" : "; ", convention.index, convention.total);
      continue;
    }
    if (convention.index == std::string_view(bazel.index)) tellBazel();
    return shardBy(convention);
  }
  return usageError(
      fmt::format("--shard auto: no environment variables give the index of the shard; expected one of these pairs: {}", names));
}

std::optional<runner::Shard> shardAskedFor(const std::optional<std::string>& option) {
  if (option == "auto") return shardByEnvironment();
  if (option) {
    const auto shard = runner::Shard::parse(*option);
    if (!shard) usageError(fmt::format("--shard {}: expected I/N with 1 <= I <= N, or `auto`", *option));
    return shard;
  }
  if (!speaks(bazel)) return runner::Shard();
  tellBazel();
  return shardBy(bazel);
}

}  // namespace

std::optional<runner::Shard> shardOf(const std::optional<std::string>& option, const std::optional<std::string>& times) {
  auto shard = shardAskedFor(option);
  if (!shard || !times) return shard;
  std::string error;
  const auto text = support::readFile(*times, error);
  if (!text) return usageError(fmt::format("--times {}: cannot read the file: {}", *times, error));
  auto known = reporters::timesOf(*text, error);
  if (!known) return usageError(fmt::format("--times {}: {}", *times, error));
  shard->times = std::move(*known);
  return shard;
}

}  // namespace aunit::cli
