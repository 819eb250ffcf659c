#include "services/platform/base/status.h"

#include <gtest/gtest.h>

namespace academy {
namespace {

TEST(StatusTest, ErrorKeepsReasonAndMessage) {
  absl::Status status = Error(absl::StatusCode::kNotFound, "course_not_found", "No such course");
  EXPECT_EQ(status.code(), absl::StatusCode::kNotFound);
  EXPECT_EQ(MessageOf(status), "No such course");
  EXPECT_EQ(DetailOf(status).reason, "course_not_found");
}

TEST(StatusTest, ValidationErrorCarriesItsFieldsAndTheFirstMessage) {
  absl::Status status = ValidationError({{"email", "required", "E-mail is required"}, {"password", "too_short", "x"}});
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(MessageOf(status), "E-mail is required");
  ErrorDetail detail = DetailOf(status);
  EXPECT_EQ(detail.reason, "validation_failed");
  ASSERT_EQ(detail.fields.size(), 2u);
  EXPECT_EQ(detail.fields[1].field, "password");
}

TEST(StatusTest, RetryAfterIsAddedWithoutLosingTheReason) {
  absl::Status status = WithRetryAfter(Error(absl::StatusCode::kUnavailable, "disk_full", "Full"), 30);
  EXPECT_EQ(DetailOf(status).reason, "disk_full");
  EXPECT_EQ(DetailOf(status).retry_after_seconds, 30);
}

TEST(StatusTest, AStatusWithoutReasonGetsOneFromItsCode) {
  EXPECT_EQ(DetailOf(absl::UnavailableError("down")).reason, "unavailable");
  EXPECT_EQ(DetailOf(absl::InternalError("x")).reason, "internal");
}

TEST(StatusTest, TheDetailSurvivesACrossingOfProcesses) {
  absl::Status sent = ValidationError({{"title", "too_long", "Title is too long"}});
  absl::Status received(sent.code(), sent.message());
  AttachSerializedDetail(received, SerializeDetail(sent));
  ASSERT_EQ(DetailOf(received).fields.size(), 1u);
  EXPECT_EQ(DetailOf(received).fields[0].code, "too_long");
}

TEST(StatusTest, GarbageInPlaceOfADetailIsIgnored) {
  absl::Status status = absl::NotFoundError("gone");
  AttachSerializedDetail(status, "\xff\xff\xff");
  EXPECT_EQ(DetailOf(status).reason, "not_found");
}

}  // namespace
}  // namespace academy
