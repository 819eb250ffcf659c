#include "services/platform/base/error_result.h"

#include <gtest/gtest.h>

#include "services/platform/base/status.h"

namespace academy {
namespace {

TEST(ErrorResultTest, TheResultSurvivesACrossingOfProcessesWithTheRestOfTheDetail) {
  absl::Status sent = WithResult(Error(absl::StatusCode::kAborted, "changed_meanwhile", "Changed"), {"a\0b", 3});
  absl::Status received(sent.code(), sent.message());
  AttachSerializedDetail(received, SerializeDetail(sent));
  EXPECT_EQ(ResultOf(received), std::string("a\0b", 3));
  EXPECT_EQ(DetailOf(received).reason, "changed_meanwhile");
}

TEST(ErrorResultTest, AnErrorWithoutAResultHasAnEmptyOne) {
  EXPECT_EQ(ResultOf(Error(absl::StatusCode::kNotFound, "course_not_found", "No such course")), "");
  EXPECT_EQ(ResultOf(absl::NotFoundError("gone")), "");
}

TEST(ErrorResultTest, ALaterHintKeepsTheResult) {
  absl::Status status = WithResult(Error(absl::StatusCode::kAborted, "changed_meanwhile", "Changed"), "now");
  EXPECT_EQ(ResultOf(WithRetryAfter(status, 3)), "now");
}

}  // namespace
}  // namespace academy
