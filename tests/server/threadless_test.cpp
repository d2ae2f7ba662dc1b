// The language server without threads, as in WebAssembly.
#include <unistd.h>

#include <algorithm>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "server/server.h"

namespace aunit::server {
namespace {

/// A pipe: bytes written to ends[1] can be read from ends[0].
struct Pipe {
  int ends[2] = {-1, -1};
  Pipe() { EXPECT_EQ(::pipe(ends), 0); }
  ~Pipe() {
    ::close(ends[0]);
    ::close(ends[1]);
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
};

class ThreadlessTest : public testing::Test {
 protected:
  void say(const Json& message) { server_.hear(framed(message.dump())); }
  void ask(int id, const std::string& method, const Json& params = Json::object()) {
    say({{"jsonrpc", "2.0"}, {"id", id}, {"method", method}, {"params", params}});
  }
  void tell(const std::string& method, const Json& params = Json::object()) {
    say({{"jsonrpc", "2.0"}, {"method", method}, {"params", params}});
  }
  void open(const std::string& text) {
    tell("textDocument/didOpen", {{"textDocument", {{"uri", uri}, {"languageId", "alloy"}, {"version", 1}, {"text", text}}}});
  }
  /// Does all work that needs no further input, without waiting for delayed work.
  void work() {
    while (server_.work() == 0.0) continue;
  }
  /// The answers and notifications since the last call.
  std::vector<Json> answers() {
    EXPECT_EQ(::write(pipe_.ends[1], "\n", 1), 1);  // so that the read does not block
    std::string bytes(1 << 20, '\0');
    bytes.resize(static_cast<std::size_t>(::read(pipe_.ends[0], bytes.data(), bytes.size())));
    MessageReader reader;
    reader.add(bytes);
    std::vector<Json> messages;
    while (const auto body = reader.next()) messages.push_back(parsed(*body));
    return messages;
  }

  const std::string uri = "file:///nowhere/list.als";
  const Pipe pipe_;
  Server server_{pipe_.ends[1], "1"};
};

TEST_F(ThreadlessTest, AnswersAndTells) {
  ask(1, "initialize");
  EXPECT_EQ(answers().at(0)["result"]["serverInfo"]["name"], "aunit");
  tell("initialized");
  open("sig Node { link: set Nod }");
  std::string told;
  for (int waits = 0; told.empty() && waits < 1000; ++waits) {
    work();
    for (const Json& message : answers())
      if (at(message, {"method"}) == "textDocument/publishDiagnostics") told = message["params"].dump();
    ::usleep(10'000);
  }
  EXPECT_THAT(told, testing::HasSubstr("Nod"));
}

TEST_F(ThreadlessTest, ARequestWaitsUntilTheTextIsRead) {
  ask(1, "initialize");
  open("sig Node { link: set Node }");
  ask(2, "textDocument/documentSymbol", {{"textDocument", {{"uri", uri}}}});
  work();
  const std::vector<Json> all = answers();
  const auto answer = std::ranges::find_if(all, [](const Json& one) { return at(one, {"id"}) == 2; });
  ASSERT_NE(answer, all.end());
  EXPECT_EQ((*answer)["result"].at(0)["name"], "Node");
}

TEST_F(ThreadlessTest, BytesComeInWhateverPieces) {
  const std::string bytes = framed(R"({"jsonrpc":"2.0","id":1,"method":"initialize"})");
  for (const char byte : bytes) server_.hear({&byte, 1});
  EXPECT_EQ(answers().at(0)["id"], 1);
}

TEST_F(ThreadlessTest, EndsAsItIsTold) {
  ask(1, "initialize");
  EXPECT_EQ(server_.exitCode(), std::nullopt);
  ask(2, "shutdown");
  tell("exit");
  EXPECT_EQ(server_.exitCode(), 0);
}

TEST_F(ThreadlessTest, EndsWithTheStream) {
  ask(1, "initialize");
  server_.hear("");
  work();
  EXPECT_EQ(server_.exitCode(), 1);
}

}  // namespace
}  // namespace aunit::server
