#include "reporters/source_links.h"

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "reporters/markup.h"

namespace aunit::reporters {

namespace {

bool isAddress(std::string_view text) {
  if (!text.starts_with("https://") && !text.starts_with("http://")) return false;
  return std::ranges::all_of(
      text, [](char c) { return c > ' ' && c < 0x7f && std::string_view("()<>[]\\|\"'`*").find(c) == std::string_view::npos; });
}

/// The path with links, `.` and `..` resolved; empty if it cannot be resolved.
std::filesystem::path resolved(const std::string& path) {
  std::error_code error;
  auto result = std::filesystem::weakly_canonical(std::filesystem::absolute(path, error), error);
  return error ? std::filesystem::path() : result;
}

}  // namespace

SourceLinks::SourceLinks(std::string address, const std::string& root) : root_(resolved(root).generic_string()) {
  while (address.ends_with('/')) address.pop_back();
  if (isAddress(address) && !root.empty() && !root_.empty()) address_ = std::move(address);
}

std::string SourceLinks::to(const std::string& path, std::uint32_t line, const std::string& text) const {
  const std::string shown = !text.empty() ? markdown(text) : markdown(path) + (line == 0 ? "" : fmt::format(":{}", line));
  if (address_.empty() || path.empty()) return shown;
  const std::string inside = resolved(path).lexically_relative(root_).generic_string();
  if (inside.empty() || inside == "." || inside.starts_with("..")) return shown;
  return fmt::format("[{}]({}/{}{})", shown, address_, percentEncoded(inside), line == 0 ? "" : fmt::format("#L{}", line));
}

}  // namespace aunit::reporters
