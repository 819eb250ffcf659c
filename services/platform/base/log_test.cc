#include "services/platform/base/log.h"

#include <gtest/gtest.h>

namespace academy {
namespace {

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
