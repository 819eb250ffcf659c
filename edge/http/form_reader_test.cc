#include "edge/http/form_reader.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "services/platform/base/status.h"
#include "services/platform/testing/status_matchers.h"

namespace academy::http {
namespace {

using namespace std::string_literals;

constexpr std::string_view kType = "multipart/form-data; boundary=b";

// Reads the form in `body` in pieces of `piece` bytes.
absl::StatusOr<std::vector<FormPart>> Read(std::string_view body, std::string_view type = kType,
                                           size_t piece = std::string_view::npos) {
  ASSIGN_OR_RETURN(FormReader reader, FormReader::Make(type));
  for (; !body.empty(); body.remove_prefix(std::min(piece, body.size()))) {
    RETURN_IF_ERROR(reader.Add(body.substr(0, piece)));
  }
  return std::move(reader).Finish();
}

// `name=content;` of each part, or the error's reason.
std::string Text(const absl::StatusOr<std::vector<FormPart>>& parts) {
  if (!parts.ok()) return DetailOf(parts.status()).reason;
  std::string text;
  for (const FormPart& part : *parts) text += part.name + "=" + part.content + ";";
  return text;
}

std::string Part(std::string_view disposition, std::string_view content) {
  return "--b\r\nContent-Disposition: " + std::string(disposition) + "\r\n\r\n" + std::string(content) + "\r\n";
}

TEST(FormReaderTest, PartsComeInTheirOrderByName) {
  std::string body = Part("form-data; name=\"title\"", "First") +
                     "--b\r\ncontent-disposition: FORM-DATA;name=image ; filename=\"a.png\"\r\n"
                     "Content-Type: image/png\r\n\r\n\x89PNG\r\n" +
                     Part("form-data; filename*=UTF-8''%61; name=\"empty\"", "") + "--b--\r\n";
  EXPECT_EQ(Text(Read(body)), "title=First;image=\x89PNG;empty=;");
  EXPECT_EQ(Text(Read("--b--")), "");
}

TEST(FormReaderTest, ContentMayHaveAnythingButTheDelimiter) {
  for (const std::string& content :
       {"\r\n"s, "\r\n--"s, "--b"s, "\r\n-b"s, "\r\r\n--B"s, "\n--b\r\n"s, "\r\n--\r\n--\r\n-"s, "\r"s, "\0\r\n\0"s}) {
    EXPECT_EQ(Text(Read(Part("form-data; name=a", content) + "--b--")), "a=" + content + ";");
  }
}

TEST(FormReaderTest, HowTheBodyIsCutMakesNoDifference) {
  std::string body = Part("form-data; name=\"a\"; filename=\"x\"", "one\r\n--\r\n--c\r\n\r\n") +
                     Part("form-data; name=\"b\"", "\r\r\n-\r\n--") + "--b--\r\nignored\r\n--b\r\n";
  for (size_t piece = 1; piece < body.size(); ++piece) {
    EXPECT_EQ(Text(Read(body, kType, piece)), "a=one\r\n--\r\n--c\r\n\r\n;b=\r\r\n-\r\n--;") << piece;
  }
}

TEST(FormReaderTest, EveryBeginningOfAFormIsNone) {
  std::string body = Part("form-data; name=\"a\"", "one") + "--b--";
  for (size_t size = 0; size < body.size(); ++size) {
    EXPECT_EQ(Text(Read(body.substr(0, size))), "bad_request") << size;
  }
}

TEST(FormReaderTest, WhatIsNoFormIsRefused) {
  const std::string good = Part("form-data; name=a", "x");
  const std::string end = "--b--";
  for (const std::string& body : {
           "preamble\r\n" + good + end,
           "\r\n" + good + end,
           "--c\r\n" + end,
           "--bb\r\n" + end,
           good + "--b \r\n" + end,
           good + "--b-",
           good + "--bx\r\n" + end,
           Part("form-data", "no name") + end,
           Part("attachment; name=a", "") + end,
           Part("form-data; name=\"open", "") + end,
           Part("form-data; name=\"a\\", "") + end,
           Part("form-data; name=\"a\" name=\"b\"", "") + end,
           Part("form-data; name=\"a\"; name=\"b\"", "two names") + end,
           Part("form-data; name", "") + end,
           Part("form-data; name=", "") + end,
           Part("form-data; name=a\r\nContent-Disposition: form-data; name=b", "two dispositions") + end,
           Part("form-data; name=a\r\nno colon", "") + end,
           std::string("--b\r\n\r\nno head\r\n--b--"),
           Part("form-data; name=a; x=" + std::string(FormReader::kMaxPartHead, 'x'), "") + end,
           std::string(),
       }) {
    EXPECT_EQ(Text(Read(body)), "bad_request") << body;
    EXPECT_EQ(Text(Read(body, kType, 1)), "bad_request") << body;
  }
}

TEST(FormReaderTest, ThereMayBeSoManyPartsAndNoMore) {
  std::string parts;
  for (size_t i = 0; i < FormReader::kMaxParts; ++i) parts += Part("form-data; name=a", "x");
  EXPECT_OK(Read(parts + "--b--"));
  EXPECT_EQ(Text(Read(parts + Part("form-data; name=a", "x") + "--b--")), "bad_request");
}

TEST(FormReaderTest, TheBoundaryIsTheTypes) {
  auto reason = [](std::string_view type) { return DetailOf(FormReader::Make(type).status()).reason; };
  EXPECT_EQ(Text(Read("--a b\r\nContent-Disposition: form-data; name=x\r\n\r\ny\r\n--a b--",
                      "Multipart/Form-Data ; charset=utf-8; boundary=\"a b\";")),
            "x=y;");
  EXPECT_OK(FormReader::Make("multipart/form-data; boundary=" + std::string(70, 'x')));
  EXPECT_EQ(reason("multipart/form-data; boundary=" + std::string(71, 'x')), "bad_request");
  EXPECT_EQ(reason("multipart/form-data"), "bad_request");
  EXPECT_EQ(reason("multipart/form-data; boundary="), "bad_request");
  EXPECT_EQ(reason("multipart/form-data; boundary=\"\""), "bad_request");
  EXPECT_EQ(reason("multipart/form-data; boundary=\"a \""), "bad_request");
  EXPECT_EQ(reason("multipart/form-data; boundary=\"a\r\nb\""), "bad_request");
  EXPECT_EQ(reason("multipart/form-data; boundary=a; boundary=b"), "bad_request");
  EXPECT_EQ(reason("multipart/form-data-not; boundary=a"), "unsupported_media_type");
  EXPECT_EQ(reason("application/json"), "unsupported_media_type");
  EXPECT_EQ(reason(""), "unsupported_media_type");
}

}  // namespace
}  // namespace academy::http
