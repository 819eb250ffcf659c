#include "services/catalog/validator.h"

#include <gtest/gtest.h>

#include <string>

#include "services/platform/testing/status_matchers.h"

namespace academy::catalog {
namespace {

TEST(ValidatorTest, ARequestWithoutRefusalsIsRight) {
  Validator validator;
  validator.RequiredText("title", "t", 1);
  validator.Text("description", "", 1);
  EXPECT_OK(validator.status());
}

TEST(ValidatorTest, EveryRefusalIsNamed) {
  Validator validator;
  validator.RequiredText("title", " \t\n", 10);
  validator.Text("description", "abc", 2);
  validator.Text("label", std::string("a\0b", 3), 10);
  ErrorDetail detail = DetailOf(validator.status());
  EXPECT_EQ(detail.reason, "validation_failed");
  ASSERT_EQ(detail.fields.size(), 3u);
  EXPECT_EQ(detail.fields[0].code, "required");
  EXPECT_EQ(detail.fields[1].code, "too_long");
  EXPECT_EQ(detail.fields[1].message, "description must be 2 characters maximum");
  EXPECT_EQ(detail.fields[2].code, "invalid_character");
}

TEST(ValidatorTest, CharactersAreCountedNotBytes) {
  Validator validator;
  validator.Text("title", "مم", 2);
  EXPECT_OK(validator.status());
}

}  // namespace
}  // namespace academy::catalog
