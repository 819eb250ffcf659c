#include "services/platform/encoding/json_text.h"

#include <gtest/gtest.h>

#include <string>

namespace academy {
namespace {

std::string Json(std::string_view text) {
  std::string out;
  AppendJsonString(out, text);
  return out;
}

TEST(JsonTextTest, ControlCharactersAndQuotesAreEscaped) {
  EXPECT_EQ(Json("a\"b\\c\n\x01"), "\"a\\\"b\\\\c\\n\\u0001\"");
}

TEST(JsonTextTest, ArabicStaysAsItIs) { EXPECT_EQ(Json("متابعة المشاهدة؟"), "\"متابعة المشاهدة؟\""); }

TEST(JsonTextTest, InvalidUtf8BecomesTheReplacementCharacter) {
  EXPECT_EQ(Json("a\xffz"), "\"a\xef\xbf\xbdz\"");
  // A surrogate, an overlong form and a cut sequence.
  EXPECT_EQ(Json("\xed\xa0\x80"), "\"\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\"");
  EXPECT_EQ(Json("\xc0\xaf"), "\"\xef\xbf\xbd\xef\xbf\xbd\"");
  EXPECT_EQ(Json("\xd9"), "\"\xef\xbf\xbd\"");
}

TEST(JsonTextTest, ALongTextIsWrittenAsItsCharactersAre) {
  for (const std::string piece : {"\"", "\\", "\x1f", "\x7f", "é", "€", "🎓", "\xd9", "\x80", "\xc0\xaf", "\xe0\x80"}) {
    for (size_t length : {15, 16, 17, 31, 32, 33, 50}) {
      for (size_t at = 0; at <= length; ++at) {
        std::string text;
        std::string expected = "\"";
        auto add = [&](const std::string& character) {
          text += character;
          // Too short for a block.
          std::string alone = Json(character);
          expected += alone.substr(1, alone.size() - 2);
        };
        for (size_t i = 0; i < length; ++i) {
          if (i == at) add(piece);
          add(i % 7 < 3 ? "a" : i % 11 == 0 ? " " : "ض");
        }
        if (at == length) add(piece);
        ASSERT_EQ(Json(text), expected + "\"") << "at " << at << " of " << length;
      }
    }
  }
}

}  // namespace
}  // namespace academy
