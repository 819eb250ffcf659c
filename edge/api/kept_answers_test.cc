#include "edge/api/kept_answers.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>

namespace academy::edge {
namespace {

class KeptAnswersTest : public testing::Test {
 protected:
  // Asks for the JSON of `wire`, which is made of `wire`, and counts how often it is made.
  std::string Ask(const std::string& wire, const void* type = nullptr) {
    KeptAnswers::Answer answer = kept_.Get(type, grpc::Slice(wire), [&]() -> std::optional<std::string> {
      ++made_;
      return "[" + wire + "]";
    });
    return answer->text();
  }

  KeptAnswers kept_{/*max_bytes=*/1000};
  int made_ = 0;
};

TEST_F(KeptAnswersTest, IsNotMadeAgainFromTheThirdTimeOn) {
  for (int i = 0; i < 5; ++i) EXPECT_EQ(Ask("one"), "[one]");
  EXPECT_EQ(made_, 2);
}

TEST_F(KeptAnswersTest, OtherBytesAreAnotherAnswer) {
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(Ask("one"), "[one]");
    EXPECT_EQ(Ask("two"), "[two]");
  }
  EXPECT_EQ(made_, 4);
}

TEST_F(KeptAnswersTest, TheSameBytesOfAnotherTypeAreAnotherAnswer) {
  int type = 0;
  for (int i = 0; i < 3; ++i) {
    Ask("one");
    Ask("one", &type);
  }
  EXPECT_EQ(made_, 4);
}

TEST_F(KeptAnswersTest, TheOneAskedForLongestAgoIsDropped) {
  const std::string a(150, 'a');
  const std::string b(150, 'b');
  const std::string c(150, 'c');
  const std::string d(150, 'd');
  for (const std::string& wire : {a, a, b, b, c, c, a, d, d}) Ask(wire);
  EXPECT_EQ(made_, 8);
  Ask(a);
  Ask(c);
  Ask(d);
  EXPECT_EQ(made_, 8);
  Ask(b);
  EXPECT_EQ(made_, 9);
}

TEST_F(KeptAnswersTest, AnAnswerThatIsTooLongIsNotKept) {
  for (int i = 0; i < 3; ++i) Ask(std::string(600, 'a'));
  EXPECT_EQ(made_, 3);
}

TEST_F(KeptAnswersTest, WhatCannotBeMadeIsNull) {
  auto nothing = []() -> std::optional<std::string> { return std::nullopt; };
  for (int i = 0; i < 3; ++i) EXPECT_EQ(kept_.Get(nullptr, grpc::Slice("one"), nothing), nullptr);
  EXPECT_EQ(Ask("one"), "[one]");
}

}  // namespace
}  // namespace academy::edge
