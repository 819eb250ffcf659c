#include "edge/http/head.h"

#include <gtest/gtest.h>

namespace academy::http {
namespace {

constexpr std::string_view kHost = "Host: academy.test\r\n";

HeadResult Parse(std::string_view bytes, Head* out = nullptr) {
  Head head;
  HeadResult result = ParseHead(bytes, HeadLimits(), head);
  if (out != nullptr) *out = head;
  return result;
}

// The status with which a request line with these fields is refused; 0 when it is accepted.
int Refused(std::string_view line, std::string_view fields = "") {
  return Parse(std::string(line) + "\r\n" + std::string(kHost) + std::string(fields) + "\r\n").status;
}

TEST(HeadTest, AHeadIsTakenApart) {
  Head head;
  std::string bytes = "POST /api/auth/login?x=1 HTTP/1.1\r\nHost: a\r\nContent-Length:  7 \r\n\r\n";
  HeadResult result = Parse(bytes + "{\"a\":1}", &head);
  EXPECT_EQ(result.kind, HeadResult::Kind::kComplete);
  EXPECT_EQ(result.size, bytes.size());
  EXPECT_EQ(head.method, "POST");
  EXPECT_EQ(head.target, "/api/auth/login?x=1");
  EXPECT_EQ(head.content_length, 7u);
  EXPECT_EQ(Find(head.fields, "host"), "a");
  EXPECT_TRUE(head.keep_alive);
}

TEST(HeadTest, EveryBeginningOfAHeadIsIncomplete) {
  std::string bytes = "GET /x HTTP/1.1\r\nHost: a\r\nAccept: b\r\n\r\n";
  for (size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_EQ(Parse(bytes.substr(0, size)).kind, HeadResult::Kind::kIncomplete) << size;
  }
}

TEST(HeadTest, AHeadThatComesByteByByteIsReadAsAWholeOne) {
  for (std::string_view before : {"", "\r\n", "\r\n\r\n"}) {
    std::string bytes = std::string(before) + "GET /x HTTP/1.1\r\nHost: a\r\nAccept: b\r\n\r\n";
    HeadReader reader;
    Head head;
    for (size_t size = 0; size < bytes.size(); ++size) {
      EXPECT_EQ(reader.Read(bytes.substr(0, size), HeadLimits(), head).kind, HeadResult::Kind::kIncomplete) << size;
    }
    HeadResult result = reader.Read(bytes + "next", HeadLimits(), head);
    EXPECT_EQ(result.kind, HeadResult::Kind::kComplete);
    EXPECT_EQ(result.size, bytes.size());
    EXPECT_EQ(head.target, "/x");
    EXPECT_EQ(Find(head.fields, "accept"), "b");
  }
}

TEST(HeadTest, ConnectionIsReadWithoutRegardToCase) {
  Head head;
  Parse("GET / HTTP/1.1\r\nHost: a\r\nConnection: Close\r\n\r\n", &head);
  EXPECT_FALSE(head.keep_alive);
  Parse("GET / HTTP/1.0\r\n\r\n", &head);
  EXPECT_FALSE(head.keep_alive);
  Parse("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n", &head);
  EXPECT_TRUE(head.keep_alive);
}

TEST(HeadTest, WhatTwoReadersCouldUnderstandDifferentlyIsRefused) {
  EXPECT_EQ(Refused("POST / HTTP/1.1", "Content-Length: 5\r\nContent-Length: 6\r\n"), 400);
  EXPECT_EQ(Refused("POST / HTTP/1.1", "Content-Length: 5\r\nContent-Length: 5\r\n"), 400);
  EXPECT_EQ(Refused("POST / HTTP/1.1", "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n"), 400);
  EXPECT_EQ(Refused("POST / HTTP/1.1", "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n"), 400);
  EXPECT_EQ(Refused("POST / HTTP/1.1", "Transfer-Encoding: gzip, chunked\r\n"), 501);
  for (const char* length : {"-1", "+5", "0x5", "5,5", "", "1e3", "99999999999999999999"}) {
    EXPECT_EQ(Refused("POST / HTTP/1.1", "Content-Length: " + std::string(length) + "\r\n"), 400) << length;
  }
  EXPECT_EQ(Refused("POST / HTTP/1.1", "X: a\r\n folded\r\n"), 400);
  EXPECT_EQ(Refused("POST / HTTP/1.1", "Content-Length : 5\r\n"), 400);
  EXPECT_EQ(Refused("GET / HTTP/1.1", "Host: second\r\n"), 400);
  EXPECT_EQ(Refused("GET / HTTP/1.1", std::string_view("X: a\0b\r\n", 8)), 400);
}

TEST(HeadTest, AGetOrHeadWithABodyIsRefused) {
  EXPECT_EQ(Refused("GET / HTTP/1.1", "Content-Length: 1\r\n"), 400);
  EXPECT_EQ(Refused("HEAD / HTTP/1.1", "Transfer-Encoding: chunked\r\n"), 400);
  EXPECT_EQ(Refused("GET / HTTP/1.1", "Content-Length: 0\r\n"), 0);
}

TEST(HeadTest, OddRequestLinesAreRefused) {
  EXPECT_EQ(Refused("GET /"), 400);
  EXPECT_EQ(Refused("GET x HTTP/1.1"), 400);
  EXPECT_EQ(Refused("GET /a b HTTP/1.1"), 400);
  EXPECT_EQ(Refused("G@T / HTTP/1.1"), 400);
  EXPECT_EQ(Refused("BREW / HTTP/1.1"), 501);
  EXPECT_EQ(Refused("GET / HTTP/2.0"), 505);
  EXPECT_EQ(Refused("GET / HTTP/1.1", "Expect: miracles\r\n"), 417);
  EXPECT_EQ(Refused("POST / HTTP/1.1", "Content-Encoding: gzip\r\n"), 415);
}

TEST(HeadTest, LimitsHoldWhateverIsStillToCome) {
  EXPECT_EQ(Refused("GET /" + std::string(8 * 1024, 'a') + " HTTP/1.1"), 414);
  EXPECT_EQ(Parse("GET /" + std::string(20 * 1024, 'a')).status, 414);
  EXPECT_EQ(Parse("GET / HTTP/1.1\r\nX: " + std::string(20 * 1024, 'a')).status, 431);
  std::string many;
  for (int i = 0; i < 100; ++i) many += "X: a\r\n";
  EXPECT_EQ(Refused("GET / HTTP/1.1", many), 431);
  EXPECT_EQ(Refused("GET / HTTP/1.1", many.substr(6)), 0);
}

// Decodes in steps of `step` bytes; the text, or "bad" or "more".
std::string Dechunk(std::string_view chunked, size_t step) {
  ChunkDecoder decoder;
  std::string in, out;
  for (size_t at = 0; at < chunked.size(); at += step) {
    in += chunked.substr(at, step);
    size_t used = 0;
    ChunkDecoder::State state = decoder.Decode(in, 1 << 20, out, used);
    in.erase(0, used);
    if (state == ChunkDecoder::State::kBad) return "bad";
    if (state == ChunkDecoder::State::kDone) return out;
  }
  return "more";
}

TEST(ChunkDecoderTest, ChunksAreJoinedHoweverTheyArrive) {
  for (size_t step : {1, 2, 3, 7, 100}) {
    EXPECT_EQ(Dechunk("5\r\nhello\r\n6;ext=1\r\n world\r\n0\r\nTrailer: x\r\n\r\n", step), "hello world") << step;
  }
}

TEST(ChunkDecoderTest, WhatIsNotWellFormedIsBad) {
  for (const char* text : {"x\r\n", "\r\n", "5\nhello", "5\r\nhelloX\r\n", "fffffffffffffffff\r\n", "-1\r\n"}) {
    EXPECT_EQ(Dechunk(text, 1), "bad") << text;
  }
}

TEST(ChunkDecoderTest, NoMoreThanTheRoomIsDecodedAtATime) {
  ChunkDecoder decoder;
  std::string out;
  size_t used = 0;
  EXPECT_EQ(decoder.Decode("a\r\n0123456789\r\n", 4, out, used), ChunkDecoder::State::kMore);
  EXPECT_EQ(out, "0123");
}

}  // namespace
}  // namespace academy::http
