#include "services/platform/rpc/balancing/reading_rpcs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "academy/auth/v1/sessions.pb.h"
#include "academy/catalog/v1/courses.pb.h"

namespace academy {
namespace {

using testing::Contains;
using testing::IsEmpty;
using testing::Not;

TEST(ReadingRpcsTest, TheFirstWordSaysWhetherAnRpcOnlyReads) {
  for (const char* name : {"GetCourse", "ListCourses", "CheckSession", "BatchGetCourses", "FindLearnersByEmail"}) {
    EXPECT_TRUE(OnlyReads(name)) << name;
  }
  for (const char* name : {"CreateCourse", "UpdateProgress", "Report", "LoginLearner", "Take", "FinishPasskeyLogin"}) {
    EXPECT_FALSE(OnlyReads(name)) << name;
  }
}

TEST(ReadingRpcsTest, AServicesRpcsAreThoseOfItsProtos) {
  catalog::v1::GetCourseRequest::descriptor();
  auth::v1::CheckSessionRequest::descriptor();
  EXPECT_THAT(ReadingRpcsOf("catalog"), Contains("academy.catalog.v1.Courses/GetCourse"));
  EXPECT_THAT(ReadingRpcsOf("catalog"), Contains("academy.catalog.v1.Courses/BatchGetCourses"));
  EXPECT_THAT(ReadingRpcsOf("catalog"), Not(Contains("academy.catalog.v1.Courses/CreateCourse")));
  EXPECT_THAT(ReadingRpcsOf("catalog"), Not(Contains("academy.auth.v1.Sessions/CheckSession")));
  EXPECT_THAT(ReadingRpcsOf("auth"), Contains("academy.auth.v1.Sessions/CheckSession"));
  EXPECT_THAT(ReadingRpcsOf("auth"), Not(Contains("academy.auth.v1.Sessions/Watch")));
  EXPECT_THAT(ReadingRpcsOf("nothing"), IsEmpty());
}

}  // namespace
}  // namespace academy
