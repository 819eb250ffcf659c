#include "services/platform/testing/status_matchers.h"

#include <string>

namespace academy {
namespace {

absl::Status NotFound() { return Error(absl::StatusCode::kNotFound, "course_not_found", "No such course"); }

struct Reply {
  absl::Status status;
};

TEST(StatusMatchersTest, AStatusIsMatchedByCodeAndReason) {
  EXPECT_THAT(NotFound(), StatusIs(absl::StatusCode::kNotFound, "course_not_found"));
  EXPECT_THAT(NotFound(), StatusIs(absl::StatusCode::kNotFound));
  EXPECT_THAT(NotFound(), testing::Not(StatusIs(absl::StatusCode::kNotFound, "part_not_found")));
  EXPECT_THAT(NotFound(), testing::Not(StatusIs(absl::StatusCode::kInternal, "course_not_found")));
  EXPECT_THAT(NotFound(), HasReason("course_not_found"));
  EXPECT_THAT(absl::OkStatus(), testing::Not(HasReason("")));
}

TEST(StatusMatchersTest, WhateverHasAStatusIsMatchedByIt) {
  EXPECT_OK(absl::StatusOr<int>(1));
  EXPECT_OK(Reply{});
  EXPECT_THAT(absl::StatusOr<int>(NotFound()), HasReason("course_not_found"));
  EXPECT_THAT(Reply{NotFound()}, testing::Not(IsOk()));
}

TEST(StatusMatchersTest, AValueIsMatchedWhereThereIsOne) {
  EXPECT_THAT(absl::StatusOr<int>(3), IsOkAndHolds(3));
  EXPECT_THAT(absl::StatusOr<std::string>("text"), IsOkAndHolds(testing::HasSubstr("ex")));
  EXPECT_THAT(absl::StatusOr<int>(3), testing::Not(IsOkAndHolds(4)));
  EXPECT_THAT(absl::StatusOr<int>(NotFound()), testing::Not(IsOkAndHolds(3)));
}

TEST(StatusMatchersTest, AnAssignedValueIsTaken) {
  ASSERT_OK_AND_ASSIGN(std::string text, absl::StatusOr<std::string>("text"));
  EXPECT_EQ(text, "text");
}

}  // namespace
}  // namespace academy
