#include "model/log.h"

#include <fmt/format.h>

namespace aunit::model {

std::string LogPath::text() const {
  std::string result;
  for (const auto& step : steps)
    if (const auto* name = std::get_if<std::string>(&step))
      result += "." + *name;
    else
      result += fmt::format("[{}]", std::get<std::uint32_t>(step));
  return result;
}

}  // namespace aunit::model
