#include "services/platform/encoding/utf8.h"

#include <gtest/gtest.h>

namespace academy {
namespace {

TEST(Utf8Test, Utf8IsToldFromOtherBytes) {
  EXPECT_TRUE(IsUtf8("plain, عربي, 🎓"));
  for (const char* bytes : {"\xff", "a\xd9", "\xed\xa0\x80", "\xc0\xaf"}) EXPECT_FALSE(IsUtf8(bytes));
}

}  // namespace
}  // namespace academy
