#include "server/messages.h"
#include "support/system/system_files.h"

#include <unistd.h>

#include <string>
#include <thread>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace aunit::server {
namespace {

using testing::ElementsAre;

/// The bodies of the messages in a stream that arrives in pieces of `piece` bytes.
std::vector<std::string> read(const std::string& stream, std::size_t piece) {
  int ends[2];
  EXPECT_EQ(::pipe(ends), 0);
  std::thread writer([&] {
    for (std::size_t at = 0; at < stream.size(); at += piece) support::writeAll(ends[1], stream.substr(at, piece));
    ::close(ends[1]);
  });
  const std::atomic<bool> stop = false;
  MessageReader reader;
  std::vector<std::string> bodies;
  while (readMore(ends[0], stop, reader))
    while (auto body = reader.next()) bodies.push_back(std::move(*body));
  writer.join();
  ::close(ends[0]);
  return bodies;
}

std::string message(const std::string& body, long more = 0, const std::string& name = "Content-Length") {
  return fmt::format("{}: {}\r\n\r\n{}", name, static_cast<long>(body.size()) + more, body);
}

TEST(Messages, AreReadInWhateverPieces) {
  const std::string body = R"({"text":"Content-Length: 5\\r\\n\\r\\n","b":[]})";
  const std::string stream = message(body) + message("", 0, "content-length") + "Content-Type: x\r\n" + message("{}");
  for (const std::size_t piece : {1u, 2u, 7u, 1000u}) EXPECT_THAT(read(stream, piece), ElementsAre(body, "", "{}")) << piece;
}

// A wrong length damages its own message, not those that follow.
TEST(Messages, WithAWrongLengthDoNotSilenceTheOthers) {
  const std::string body = R"({"method":"a"})";
  for (const std::size_t piece : {1u, 7u, 1000u}) {
    for (const long more : {-14, -13, -5, -1, 1, 2, 15, 17, 18, 20, 21, 22, 5'000'000}) {
      const auto bodies = read(message(body, more) + message(R"({"b":1})") + message(R"({"c":1})"), piece);
      ASSERT_GE(bodies.size(), 2u) << more;
      EXPECT_EQ(bodies.back(), R"({"c":1})") << more << " in pieces of " << piece;
      // With too large a length the body ends at the next header; with too small a length it is not JSON.
      EXPECT_EQ(bodies.front(), more > 0 ? body : body.substr(0, bodies.front().size())) << more;
    }
    for (const char* wrong : {"-1", "x", "99999999999999999999", ""})
      EXPECT_THAT(read(fmt::format("Content-Length: {}\r\n\r\n{}", wrong, body) + message("{}"), piece), ElementsAre("{}"));
  }
}

}  // namespace
}  // namespace aunit::server
