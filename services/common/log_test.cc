#include "services/common/log.h"

#include <gtest/gtest.h>

namespace academy {
namespace {

std::string Json(std::string_view text) {
  std::string out;
  AppendJsonString(out, text);
  return out;
}

TEST(LogTest, ControlCharactersAndQuotesAreEscaped) { EXPECT_EQ(Json("a\"b\\c\n\x01"), "\"a\\\"b\\\\c\\n\\u0001\""); }

TEST(LogTest, ArabicStaysAsItIs) { EXPECT_EQ(Json("متابعة المشاهدة؟"), "\"متابعة المشاهدة؟\""); }

TEST(LogTest, InvalidUtf8BecomesTheReplacementCharacter) {
  EXPECT_EQ(Json("a\xffz"), "\"a\xef\xbf\xbdz\"");
  // A surrogate, an overlong form and a cut sequence.
  EXPECT_EQ(Json("\xed\xa0\x80"), "\"\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\"");
  EXPECT_EQ(Json("\xc0\xaf"), "\"\xef\xbf\xbd\xef\xbf\xbd\"");
  EXPECT_EQ(Json("\xd9"), "\"\xef\xbf\xbd\"");
}

TEST(LogTest, ALongTextIsWrittenAsItsCharactersAre) {
  for (const std::string piece : {"\"", "\\", "\x1f", "\x7f", "é", "€", "🎓", "\xd9", "\x80", "\xc0\xaf", "\xe0\x80"}) {
    for (size_t length : {15, 16, 17, 31, 32, 33, 50}) {
      for (size_t at = 0; at <= length; ++at) {
        std::string text;
        std::string expected = "\"";
        auto add = [&](const std::string& character) {
          text += character;
          // So short that it is looked at by itself.
          std::string alone = Json(character);
          expected += alone.substr(1, alone.size() - 2);
        };
        for (size_t i = 0; i < length; ++i) {
          if (i == at) add(piece);
          add(i % 7 < 3 ? "a" : i % 11 == 0 ? " " : "ض");
        }
        if (at == length) add(piece);
        ASSERT_EQ(Json(text), expected + "\"") << "at " << at << " of " << length;
      }
    }
  }
}

TEST(LogTest, Utf8IsToldFromOtherBytes) {
  EXPECT_TRUE(IsUtf8("plain, عربي, 🎓"));
  for (const char* bytes : {"\xff", "a\xd9", "\xed\xa0\x80", "\xc0\xaf"}) EXPECT_FALSE(IsUtf8(bytes));
}

TEST(LogTest, FieldsAreJsonByType) {
  EXPECT_EQ(LogField("n", 7).json(), "\"n\":7");
  EXPECT_EQ(LogField("b", true).json(), "\"b\":true");
  EXPECT_EQ(LogField("s", "x\"y").json(), "\"s\":\"x\\\"y\"");
}

TEST(LogTest, LinesNameTheRequestThatTheThreadWorksOn) {
  testing::internal::CaptureStderr();
  {
    std::string id = "r-1";
    ScopedRequestId scope(id);
    LogInfo("inside");
  }
  LogInfo("outside");
  std::string lines = testing::internal::GetCapturedStderr();
  EXPECT_NE(lines.find("\"event\":\"inside\",\"requestId\":\"r-1\"}"), lines.npos) << lines;
  EXPECT_NE(lines.find("\"event\":\"outside\"}"), lines.npos) << lines;
}

TEST(LogTest, AnEventIsOneLineOnStandardError) {
  InitLog("test");
  testing::internal::CaptureStderr();
  LogWarning("something\nhappened", {{"requestId", "r1"}});
  std::string line = testing::internal::GetCapturedStderr();
  EXPECT_EQ(line.find('\n'), line.size() - 1);
  EXPECT_NE(line.find("\"level\":\"warning\""), line.npos);
  EXPECT_NE(line.find("\"process\":\"test\""), line.npos);
  EXPECT_NE(line.find("\"requestId\":\"r1\""), line.npos);
}

}  // namespace
}  // namespace academy
