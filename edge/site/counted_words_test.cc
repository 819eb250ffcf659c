#include "edge/site/counted_words.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace academy::edge {
namespace {

using nlohmann::json;

// Arabic has different forms for 0, 1, 2, and for last two digits of 3 to 10 and 11 to 99.
json Forms(const std::string& word) {
  json others = json::array();
  for (int i = 0; i < 100; ++i) others.push_back("# " + word + (i >= 3 && i <= 10 ? "-few" : i > 10 ? "-many" : ""));
  return {{"exact", {"no " + word, "one " + word, "two " + word}}, {"others", others}};
}

CountedWords Words() {
  return CountedWords(json{
      {"lesson", Forms("lesson")}, {"hour", Forms("hour")}, {"minute", Forms("minute")}, {"second", Forms("second")}});
}

TEST(CountedWordsTest, TheLastTwoDigitsDecideTheForm) {
  CountedWords words = Words();
  EXPECT_EQ(words.Say("lesson", 0), "no lesson");
  EXPECT_EQ(words.Say("lesson", 2), "two lesson");
  EXPECT_EQ(words.Say("lesson", 7), "7 lesson-few");
  EXPECT_EQ(words.Say("lesson", 42), "42 lesson-many");
  EXPECT_EQ(words.Say("lesson", 1204), "1204 lesson-few");
  EXPECT_EQ(words.Say("lesson", 100), "100 lesson");
}

TEST(CountedWordsTest, LengthsAreSaidInTheTwoLargestUnits) {
  CountedWords words = Words();
  EXPECT_EQ(words.SayLength(0), "");
  EXPECT_EQ(words.SayLength(-5), "");
  EXPECT_EQ(words.SayLength(4.4), "4 second-few");
  EXPECT_EQ(words.SayLength(125), "two minute");
  EXPECT_EQ(words.SayLength(3600), "one hour");
  EXPECT_EQ(words.SayLength(3 * 3600 + 12 * 60 + 59), "3 hour-few 12 minute-many");
}

TEST(CountedWordsTest, TwoUnitsAreJoinedAsTheLanguageDoes) {
  json forms = {{"hour", Forms("hour")}, {"minute", Forms("minute")}, {"pair", "# و#"}};
  EXPECT_EQ(CountedWords(forms).SayLength(2 * 3600 + 5 * 60), "two hour و5 minute-few");
  EXPECT_EQ(CountedWords(forms).SayLength(3600), "one hour");
  for (const json& nonsense : {json("#"), json(2), json("# # #")}) {
    forms["pair"] = nonsense;
    EXPECT_EQ(CountedWords(forms).SayLength(2 * 3600 + 5 * 60), "two hour 5 minute-few");
  }
}

TEST(CountedWordsTest, AnUnknownWordLeavesTheNumber) {
  EXPECT_EQ(Words().Say("page", 3), "3");
  EXPECT_EQ(CountedWords(json{{"lesson", "nonsense"}}).Say("lesson", 3), "3");
  EXPECT_EQ(CountedWords(json::array()).SayLength(60), "1");
}

}  // namespace
}  // namespace academy::edge
