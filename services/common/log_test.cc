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
