#include "server/view/http_message.h"

#include <algorithm>

#include <fmt/format.h>

namespace aunit::server::view {

namespace {

bool isToken(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           std::string_view("!#$%&'*+-.^_`|~").find(c) != std::string_view::npos;
  });
}

int digitOf(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

std::string_view reason(int status) {
  switch (status) {
    case 101: return "Switching Protocols";
    case 200: return "OK";
    case 303: return "See Other";
    case 400: return "Bad Request";
    case 403: return "Forbidden";
    case 404: return "Not Found";
    case 405: return "Method Not Allowed";
    case 413: return "Content Too Large";
    case 415: return "Unsupported Media Type";
    case 421: return "Misdirected Request";
    case 426: return "Upgrade Required";
    case 431: return "Request Header Fields Too Large";
    case 501: return "Not Implemented";
    case 505: return "HTTP Version Not Supported";
    default: return "Error";
  }
}

}  // namespace

std::string_view HttpRequest::header(std::string_view name) const {
  const auto found = std::ranges::find(headers, name, [](const auto& each) { return std::string_view(each.first); });
  return found == headers.end() ? std::string_view() : found->second;
}

std::string written(const HttpResponse& response) {
  std::string out = fmt::format("HTTP/1.1 {} {}\r\n", response.status, reason(response.status));
  const auto add = [&](std::string_view name, std::string_view value) { out += fmt::format("{}: {}\r\n", name, value); };
  for (const auto& [name, value] : response.headers) add(name, value);
  if (response.status != 101) {
    add("Content-Type", response.type);
    add("Content-Length", std::to_string(response.body.size()));
    add("Connection", "close");
    add("Cache-Control", "no-store");
    add("Referrer-Policy", "no-referrer");
    add("X-Content-Type-Options", "nosniff");
    add("Cross-Origin-Resource-Policy", "same-origin");
  }
  return out + "\r\n" + response.body;
}

HttpResponse refusal(int status) {
  return {status, "text/plain; charset=utf-8", fmt::format("{}\n", reason(status)), {}};
}

RequestReader::State RequestReader::refuse(int status) {
  status_ = status;
  buffer_.clear();
  return State::refused;
}

RequestReader::State RequestReader::feed(std::string_view bytes) {
  if (status_ != 0) return State::refused;
  buffer_ += bytes;
  if (!headRead_) {
    const std::size_t end = buffer_.find("\r\n\r\n");
    if (std::min(end, buffer_.size()) > largestHead) return refuse(431);
    if (end == std::string::npos) return State::incomplete;
    const std::string head = buffer_.substr(0, end + 2);
    buffer_.erase(0, end + 4);
    if (!readHead(head)) return refuse(status_ == 0 ? 400 : status_);
    headRead_ = true;
  }
  if (buffer_.size() < length_) return State::incomplete;
  request_.body = buffer_.substr(0, length_);
  buffer_.erase(0, length_);
  length_ = 0;
  return State::complete;
}

/// Parses lines that each end in CR LF. Returns false if the request must be refused. The status of the refusal is then
/// `status_`, or 400 if `status_` is 0.
bool RequestReader::readHead(std::string_view head) {
  std::size_t end = head.find("\r\n");
  const std::string_view line = head.substr(0, end);
  const std::size_t first = line.find(' '), last = line.rfind(' ');
  if (first == std::string_view::npos || first == last) return false;
  request_.method = line.substr(0, first);
  if (!isToken(request_.method) || !readTarget(line.substr(first + 1, last - first - 1))) return false;
  const std::string_view version = line.substr(last + 1);
  if (!version.starts_with("HTTP/")) return false;
  if (version != "HTTP/1.1") {
    status_ = 505;
    return false;
  }
  for (std::size_t at = end + 2; at < head.size(); at = end + 2) {
    end = head.find("\r\n", at);
    if (!readHeader(head.substr(at, end - at))) return false;
  }
  if (!request_.header("transfer-encoding").empty()) {
    status_ = 501;
    return false;
  }
  const std::string_view length = request_.header("content-length");
  for (const char c : length) {
    if (c < '0' || c > '9') return false;
    length_ = 10 * length_ + static_cast<std::size_t>(c - '0');
    if (length_ <= largestBody) continue;
    status_ = 413;
    return false;
  }
  return true;
}

bool RequestReader::readTarget(std::string_view target) {
  if (!target.starts_with('/')) return false;
  target = target.substr(0, target.find('?'));
  for (std::size_t i = 0; i < target.size(); ++i) {
    char c = target[i];
    if (c <= ' ' || c == '\x7f' || c == '#') return false;
    if (c == '%') {
      if (i + 2 >= target.size()) return false;
      const int high = digitOf(target[i + 1]), low = digitOf(target[i + 2]);
      if (high < 0 || low < 0 || (high == 0 && low == 0)) return false;
      c = static_cast<char>(16 * high + low);
      i += 2;
    }
    request_.path += c;
  }
  return true;
}

bool RequestReader::readHeader(std::string_view line) {
  const std::size_t colon = line.find(':');
  if (colon == std::string_view::npos || !isToken(line.substr(0, colon))) return false;
  std::string name(line.substr(0, colon));
  std::ranges::transform(name, name.begin(), [](char c) { return static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c); });
  std::string_view value = line.substr(colon + 1);
  const auto isBlank = [](char c) { return c == ' ' || c == '\t'; };
  while (!value.empty() && isBlank(value.front())) value.remove_prefix(1);
  while (!value.empty() && isBlank(value.back())) value.remove_suffix(1);
  if (std::ranges::any_of(value, [](char c) { return (static_cast<unsigned char>(c) < ' ' && c != '\t') || c == '\x7f'; }))
    return false;
  for (const auto& known : request_.headers)
    if (known.first == name) return false;
  request_.headers.emplace_back(std::move(name), value);
  return true;
}

}  // namespace aunit::server::view
