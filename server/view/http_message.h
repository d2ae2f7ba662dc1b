// Requests and responses of HTTP/1.1 (RFC 9112), the part that a browser on the same machine needs: one request per connection,
// bodies with a Content-Length. All other requests are refused.
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
  std::vector<std::pair<std::string, std::string>> headers;  // names in lower case, unique
  std::string body;

  /// The value of a header; empty if there is none.
  std::string_view header(std::string_view name) const;
};

struct HttpResponse {
  int status = 200;
  std::string type = "text/plain; charset=utf-8";
  std::string body;
  std::vector<std::pair<std::string, std::string>> headers;  // additional headers
};

/// The bytes of a response. Its headers close the connection, forbid caching, and suppress the referrer.
std::string written(const HttpResponse& response);
/// The response to a request that is not allowed or is not HTTP.
HttpResponse refusal(int status);

/// Reader of one request from the bytes of a connection.
class RequestReader {
 public:
  static constexpr std::size_t largestHead = std::size_t{16} << 10, largestBody = std::size_t{1} << 20;  // bytes
  enum class State { incomplete, complete, refused };

  State feed(std::string_view bytes);
  /// The request, once it is complete.
  HttpRequest& request() { return request_; }
  /// The bytes after the request.
  std::string& rest() { return buffer_; }
  /// The status of a refused request: 400, 413, 431, 501 or 505.
  int status() const { return status_; }

 private:
  State refuse(int status);
  bool readHead(std::string_view head);
  bool readTarget(std::string_view target);
  bool readHeader(std::string_view line);

  std::string buffer_;
  HttpRequest request_;
  std::size_t length_ = 0;  // number of bytes of the body
  bool headRead_ = false;
  int status_ = 0;
};

}  // namespace aunit::server::view
