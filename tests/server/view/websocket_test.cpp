#include "server/view/websocket.h"

#include <gtest/gtest.h>

#include "server/view/sha1.h"

namespace aunit::server::view {
namespace {

std::string hex(std::span<const std::uint8_t> bytes) {
  static constexpr std::string_view digits = "0123456789abcdef";
  std::string text;
  for (const std::uint8_t byte : bytes) text += {digits[byte >> 4], digits[byte & 15]};
  return text;
}

std::string repeated(std::string_view text, int count) {
  std::string all;
  for (int i = 0; i < count; ++i) all += text;
  return all;
}

TEST(Sha1, givesTheHashesOfRfc3174) {
  EXPECT_EQ(hex(sha1("abc")), "a9993e364706816aba3e25717850c26c9cd0d89d");
  EXPECT_EQ(hex(sha1("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")), "84983e441c3bd26ebaae4aa1f95129e5e54670f1");
  EXPECT_EQ(hex(sha1(std::string(1'000'000, 'a'))), "34aa973cd4c4daa4f61eeb2bdbad27316534016f");
  EXPECT_EQ(hex(sha1(repeated("0123456701234567012345670123456701234567012345670123456701234567", 10))),
            "dea356a2cddd90c7a7ecedc5ebb563934f460452");
  EXPECT_EQ(hex(sha1("")), "da39a3ee5e6b4b0d3255bfef95601890afd80709");
}

TEST(Base64, givesTheTextsOfRfc4648) {
  const std::pair<std::string, std::string> vectors[] = {{"", ""},
                                                         {"f", "Zg=="},
                                                         {"fo", "Zm8="},
                                                         {"foo", "Zm9v"},
                                                         {"foob", "Zm9vYg=="},
                                                         {"fooba", "Zm9vYmE="},
                                                         {"foobar", "Zm9vYmFy"}};
  for (const auto& [text, expected] : vectors)
    EXPECT_EQ(base64({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()}), expected);
}

TEST(WebSocket, acceptsTheKeyOfRfc6455) {
  EXPECT_EQ(acceptedKey("dGhlIHNhbXBsZSBub25jZQ=="), "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
}

TEST(WebSocket, framesMessages) {
  EXPECT_EQ(framed(Opcode::text, "Hello"), "\x81\x05Hello");  // section 5.7
  EXPECT_EQ(framed(Opcode::pong, ""), std::string("\x8a\x00", 2));
  EXPECT_EQ(framed(Opcode::text, std::string(256, 'x')).substr(0, 4), std::string("\x81\x7e\x01\x00", 4));
  EXPECT_EQ(framed(Opcode::text, std::string(65536, 'x')).substr(0, 10), std::string("\x81\x7f\0\0\0\0\0\x01\0\0", 10));
  EXPECT_EQ(closing(1002), "\x88\x02\x03\xea");
}

/// A masked frame, as clients send it.
std::string masked(unsigned first, std::string_view payload, std::string_view mask = "\x37\xfa\x21\x3d") {
  std::string frame(1, static_cast<char>(first));
  if (payload.size() < 126) {
    frame += static_cast<char>(0x80 | payload.size());
  } else {
    frame += static_cast<char>(0xff);
    for (int i = 7; i >= 0; --i) frame += static_cast<char>(std::uint64_t{payload.size()} >> (8 * i));
  }
  frame += mask;
  for (std::size_t i = 0; i < payload.size(); ++i) frame += static_cast<char>(payload[i] ^ mask[i % 4]);
  return frame;
}

/// Events as text, followed by the violation code.
std::string read(FrameReader& reader, std::string_view bytes) {
  reader.feed(bytes);
  std::string events;
  while (const auto event = reader.next()) events += std::to_string(static_cast<int>(event->opcode)) + ":" + event->payload + " ";
  if (reader.violation() != 0) events += "!" + std::to_string(reader.violation());
  return events;
}

std::string readAlone(std::string_view bytes) {
  FrameReader reader;
  return read(reader, bytes);
}

TEST(WebSocket, readsMaskedMessages) {
  EXPECT_EQ(readAlone("\x81\x85\x37\xfa\x21\x3d\x7f\x9f\x4d\x51\x58"), "1:Hello ");  // section 5.7
  EXPECT_EQ(readAlone(masked(0x81, "") + masked(0x81, "b")), "1: 1:b ");
  EXPECT_EQ(readAlone(masked(0x81, std::string(70'000, 'x'))), "1:" + std::string(70'000, 'x') + " ");
}

TEST(WebSocket, readsWhatComesByteByByte) {
  const std::string bytes = masked(0x81, "one") + masked(0x01, "tw") + masked(0x89, "?") + masked(0x80, "o") + masked(0x88, "");
  FrameReader reader;
  std::string events;
  for (const char byte : bytes) events += read(reader, std::string(1, byte));
  EXPECT_EQ(events, "1:one 9:? 1:two 8: ");
}

TEST(WebSocket, refusesWhatBreaksTheRules) {
  EXPECT_EQ(readAlone("\x81\x05Hello"), "!1002") << "not masked";
  EXPECT_EQ(readAlone(masked(0xc1, "a")), "!1002") << "a reserved bit";
  EXPECT_EQ(readAlone(masked(0x83, "a")), "!1002") << "a reserved opcode";
  EXPECT_EQ(readAlone(masked(0x8b, "a")), "!1002") << "a reserved opcode";
  EXPECT_EQ(readAlone(masked(0x80, "a")), "!1002") << "nothing to continue";
  EXPECT_EQ(readAlone(masked(0x01, "a") + masked(0x81, "b")), "!1002") << "a text inside another";
  EXPECT_EQ(readAlone(masked(0x09, "a")), "!1002") << "a ping in fragments";
  EXPECT_EQ(readAlone(masked(0x89, std::string(126, 'a'))), "!1002") << "a long ping";
  EXPECT_EQ(readAlone(masked(0x82, "a")), "!1003") << "bytes";
  EXPECT_EQ(readAlone(masked(0x81, "\xff")), "!1007") << "no UTF-8";
  EXPECT_EQ(readAlone(masked(0x81, "\xed\xa0\x80")), "!1007") << "half of a character of UTF-16";
  EXPECT_EQ(readAlone(std::string("\x81\xff\xff\xff\xff\xff\xff\xff\xff\xff", 10)), "!1009") << "before it has come";
  const std::string half(FrameReader::largestMessage / 2 + 1, 'x');
  EXPECT_EQ(readAlone(masked(0x01, half) + masked(0x80, half)), "!1009") << "in fragments";
}

TEST(WebSocket, saysNothingMoreBehindAViolation) {
  FrameReader reader;
  EXPECT_EQ(read(reader, masked(0x82, "a")), "!1003");
  EXPECT_EQ(read(reader, masked(0x81, "a")), "!1003");
}

}  // namespace
}  // namespace aunit::server::view
