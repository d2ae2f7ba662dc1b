#include "server/view/http_message.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace aunit::server::view {
namespace {

using State = RequestReader::State;

int statusOf(std::string_view text) {
  RequestReader reader;
  switch (reader.feed(text)) {
    case State::incomplete: return 0;
    case State::complete: return 200;
    case State::refused: return reader.status();
  }
  return -1;
}

TEST(HttpRequests, areRead) {
  RequestReader reader;
  ASSERT_EQ(reader.feed("POST /a%20b/c?x=1&y HTTP/1.1\r\nHost:  here:1 \t\r\nContent-Length: 3\r\nX-Empty:\r\n\r\nabcrest"),
            State::complete);
  EXPECT_EQ(reader.request().method, "POST");
  EXPECT_EQ(reader.request().path, "/a b/c");
  EXPECT_EQ(reader.request().header("host"), "here:1");
  EXPECT_EQ(reader.request().header("x-empty"), "");
  EXPECT_EQ(reader.request().header("missing"), "");
  EXPECT_EQ(reader.request().body, "abc");
  EXPECT_EQ(reader.rest(), "rest");
}

TEST(HttpRequests, comeInPieces) {
  const std::string text = "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nab";
  RequestReader reader;
  for (std::size_t i = 0; i + 1 < text.size(); ++i) ASSERT_EQ(reader.feed(text.substr(i, 1)), State::incomplete);
  EXPECT_EQ(reader.feed(text.substr(text.size() - 1)), State::complete);
  EXPECT_EQ(reader.request().body, "ab");
}

TEST(HttpRequests, areRefusedWithAReason) {
  for (const char* bad : {"\r\n\r\n",
                          "GET\r\n\r\n",
                          "GET /\r\n\r\n",
                          "GET  HTTP/1.1\r\n\r\n",
                          "GET x HTTP/1.1\r\n\r\n",
                          "GET /a b HTTP/1.1\r\n\r\n",
                          "GET /%0 HTTP/1.1\r\n\r\n",
                          "GET /%zz HTTP/1.1\r\n\r\n",
                          "GET /%00 HTTP/1.1\r\n\r\n",
                          "GET /# HTTP/1.1\r\n\r\n",
                          "G(T / HTTP/1.1\r\n\r\n",
                          "GET / FTP/1.1\r\n\r\n",
                          "GET / HTTP/1.1\r\nno colon\r\n\r\n",
                          "GET / HTTP/1.1\r\n: x\r\n\r\n",
                          "GET / HTTP/1.1\r\nA : x\r\n\r\n",
                          "GET / HTTP/1.1\r\nA: x\r\n folded\r\n\r\n",
                          "GET / HTTP/1.1\r\nA: \x01\r\n\r\n",
                          "GET / HTTP/1.1\r\nA: x\ny\r\n\r\n",
                          "GET / HTTP/1.1\r\nHost: a\r\nHOST: b\r\n\r\n",
                          "POST / HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
                          "POST / HTTP/1.1\r\nContent-Length: 1, 1\r\n\r\n"})
    EXPECT_EQ(statusOf(bad), 400) << bad;
  EXPECT_EQ(statusOf("GET / HTTP/1.0\r\n\r\n"), 505);
  EXPECT_EQ(statusOf("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n"), 501);
  EXPECT_EQ(statusOf("POST / HTTP/1.1\r\nContent-Length: 1048577\r\n\r\n"), 413);
  EXPECT_EQ(statusOf("POST / HTTP/1.1\r\nContent-Length: 99999999999999999999999999\r\n\r\n"), 413);
  EXPECT_EQ(statusOf("GET / HTTP/1.1\r\nA: " + std::string(RequestReader::largestHead, 'x')), 431);
  EXPECT_EQ(statusOf(std::string(RequestReader::largestHead + 1, 'x')), 431);
}

TEST(HttpResponses, endTheConnectionAndAreKeptNowhere) {
  const std::string text = written({200, "text/plain", "body", {{"X-More", "yes"}}});
  EXPECT_THAT(text, testing::StartsWith("HTTP/1.1 200 OK\r\nX-More: yes\r\nContent-Type: text/plain\r\nContent-Length: 4\r\n"));
  for (const char* header : {"\r\nConnection: close\r\n", "\r\nCache-Control: no-store\r\n",
                             "\r\nReferrer-Policy: no-referrer\r\n", "\r\nX-Content-Type-Options: nosniff\r\n"})
    EXPECT_THAT(text, testing::HasSubstr(header));
  EXPECT_THAT(text, testing::EndsWith("\r\n\r\nbody"));
}

}  // namespace
}  // namespace aunit::server::view
