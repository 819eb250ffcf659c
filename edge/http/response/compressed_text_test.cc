#include "edge/http/response/compressed_text.h"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>

#include "edge/http/testing/unpack.h"

namespace academy::edge {
namespace {

using Kind = CompressedText::Kind;

const std::string kLong(CompressedText::kMinData, 'a');

http::Request Asking(std::string accepted, std::string tag = "") {
  http::Request request;
  request.fields = {{"accept-encoding", std::move(accepted)}, {"if-none-match", std::move(tag)}};
  return request;
}

std::map<std::string, std::string> HeadersOf(const http::Response& answer) {
  return {answer.headers.begin(), answer.headers.end()};
}

http::Response AnswerTo(const http::Request& request, const CompressedText& text) {
  http::Response answer;
  text.AddTo(answer, request);
  return answer;
}

TEST(CompressedTextTest, DataIsSentAsZstdOrGzipToThoseWhoAcceptIt) {
  CompressedText text(kLong, Kind::kData);
  for (const char* coding : {"zstd", "gzip"}) {
    http::Response answer = AnswerTo(Asking(coding), text);
    EXPECT_EQ(HeadersOf(answer)["Content-Encoding"], coding);
    EXPECT_EQ(HeadersOf(answer)["Vary"], "Accept-Encoding");
    EXPECT_EQ(http::Unpack(coding, *answer.shared_body), kLong);
  }
  EXPECT_EQ(HeadersOf(AnswerTo(Asking("gzip, br, zstd"), text))["Content-Encoding"], "zstd");
}

TEST(CompressedTextTest, OthersGetTheTextItselfAndCachesAreToldThatFormsDiffer) {
  CompressedText text(kLong, Kind::kData);
  for (const char* accepted : {"", "br", "zstd;q=0", "identity"}) {
    http::Response answer = AnswerTo(Asking(accepted), text);
    EXPECT_FALSE(HeadersOf(answer).contains("Content-Encoding"));
    EXPECT_EQ(HeadersOf(answer)["Vary"], "Accept-Encoding");
    EXPECT_EQ(*answer.shared_body, kLong);
  }
}

TEST(CompressedTextTest, ShortDataIsNeverCompressed) {
  CompressedText text(std::string(CompressedText::kMinData - 1, 'a'), Kind::kData);
  http::Response answer = AnswerTo(Asking("zstd, gzip"), text);
  EXPECT_TRUE(answer.headers.empty());
  EXPECT_EQ(*answer.shared_body, text.text());
}

TEST(CompressedTextTest, AFormIsMadeOnce) {
  CompressedText text(kLong, Kind::kData);
  EXPECT_EQ(AnswerTo(Asking("zstd"), text).shared_body, AnswerTo(Asking("zstd"), text).shared_body);
}

TEST(CompressedTextTest, EachFormHasItsOwnEntityTag) {
  CompressedText text(kLong, Kind::kPage);
  std::set<std::string> tags;
  for (const char* accepted : {"", "gzip", "br"}) {
    std::string tag = HeadersOf(text.ResponseTo(Asking(accepted), {}))["ETag"];
    tags.insert(tag);
    for (const char* other : {"", "gzip", "br"}) {
      http::Response answer = text.ResponseTo(Asking(other, tag), {});
      EXPECT_EQ(answer.status, std::string_view(other) == accepted ? 304 : 200) << accepted << " then " << other;
      EXPECT_EQ(HeadersOf(answer)["Vary"], "Accept-Encoding");
    }
  }
  EXPECT_EQ(tags.size(), 3U);
}

}  // namespace
}  // namespace academy::edge
