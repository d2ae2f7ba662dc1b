// Requests and responses of HTTP/1.1 (RFC 9112), as much of it as a browser on the same machine needs: one request for each
// connection, bodies of a stated length. Everything else is refused.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace aunit::server::view {

struct HttpRequest {
  std::string method;
  std::string path;                                          // decoded; begins with '/'
  std::vector<std::pair<std::string, std::string>> headers;  // names in lower case, none twice
  std::string body;

  /// Empty where there is no such header.
  std::string_view header(std::string_view name) const;
};

struct HttpResponse {
  int status = 200;
  std::string type = "text/plain; charset=utf-8";
  std::string body;
  std::vector<std::pair<std::string, std::string>> headers;  // further ones
};

/// A response as it is sent: it ends the connection, is kept nowhere, and tells no other page where it came from.
std::string written(const HttpResponse& response);
/// What a client is told that may not do what it asked for, or asked for what is no HTTP.
HttpResponse refusal(int status);

/// Takes the bytes of one connection until they are a request.
class RequestReader {
 public:
  static constexpr std::size_t largestHead = std::size_t{16} << 10, largestBody = std::size_t{1} << 20;  // bytes
  enum class Standing { incomplete, complete, refused };

  Standing feed(std::string_view bytes);
  /// Once complete.
  HttpRequest& request() { return request_; }
  /// What came behind it.
  std::string& rest() { return buffer_; }
  /// Once refused: 400, 413, 431, 501 or 505.
  int status() const { return status_; }

 private:
  Standing refuse(int status);
  bool readHead(std::string_view head);
  bool readTarget(std::string_view target);
  bool readHeader(std::string_view line);

  std::string buffer_;
  HttpRequest request_;
  std::size_t length_ = 0;  // of the body
  bool headRead_ = false;
  int status_ = 0;
};

}  // namespace aunit::server::view
