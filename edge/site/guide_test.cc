#include "edge/site/guide.h"

#include <gtest/gtest.h>

namespace academy::edge {
namespace {

TEST(GuideLanguageTest, IsWhatTheBrowserLikesBest) {
  EXPECT_EQ(GuideLanguage("en", "ar"), "en");
  EXPECT_EQ(GuideLanguage("ar-SA,ar;q=0.9,en;q=0.8", "en"), "ar");
  EXPECT_EQ(GuideLanguage("ar;q=0.3, EN-gb ; q=0.7", "ar"), "en");
}

TEST(GuideLanguageTest, OfEqualOnesIsTheFirst) {
  EXPECT_EQ(GuideLanguage("en,ar", "ar"), "en");
  EXPECT_EQ(GuideLanguage("ar;q=0.5,en;q=0.5", "en"), "ar");
}

TEST(GuideLanguageTest, IsTheAcademysWhereTheBrowserNamesNeither) {
  EXPECT_EQ(GuideLanguage("", "ar"), "ar");
  EXPECT_EQ(GuideLanguage("fr,*;q=0.5", "en"), "en");
  EXPECT_EQ(GuideLanguage("english,arc", "ar"), "ar");
}

TEST(GuideLanguageTest, IsNotOneThatTheBrowserRefuses) {
  EXPECT_EQ(GuideLanguage("en;q=0", "ar"), "ar");
  EXPECT_EQ(GuideLanguage("en;q=much,ar;q=0.1", "en"), "ar");
}

}  // namespace
}  // namespace academy::edge
