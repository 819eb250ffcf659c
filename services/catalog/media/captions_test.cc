#include "services/catalog/media/captions.h"

#include <gtest/gtest.h>

#include <string>

#include "services/platform/base/status.h"
#include "services/platform/testing/status_matchers.h"

namespace academy::catalog {
namespace {

TEST(CaptionsTest, WebVttStaysAsItIs) {
  const std::string vtt =
      "WEBVTT - title\n\nNOTE a note\n\nintro\n00:01.000 --> 00:00:02.500 line:0\n- hello\n- you\n\n"
      "00:00:03.000 --> 00:00:04.000\nbye\n";
  EXPECT_EQ(*ToWebVtt(vtt),
            "WEBVTT - title\n\nNOTE a note\n\nintro\n00:00:01.000 --> 00:00:02.500 line:0\n- hello\n- you\n\n"
            "00:00:03.000 --> 00:00:04.000\nbye\n");
}

TEST(CaptionsTest, SubRipLosesItsNumbersAndPlacesAndKeepsItsText) {
  EXPECT_EQ(*ToWebVtt("\xef\xbb\xbf"
                      "1\r\n00:00:01,000 --> 00:00:02,500  X1:1 X2:2\r\nhello\r\n2024\r\n\r\n2\r\n"
                      "01:00:03,000 --> 01:00:04,000\r\nbye"),
            "WEBVTT\n\n00:00:01.000 --> 00:00:02.500\nhello\n2024\n\n01:00:03.000 --> 01:00:04.000\nbye\n");
}

TEST(CaptionsTest, Windows1256IsRead) {
  EXPECT_EQ(*ToWebVtt("1\n00:00:01,000 --> 00:00:02,000\n\xe3\xd1\xcd\xc8\xc7\n"),
            "WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nمرحبا\n");
}

TEST(CaptionsTest, AnythingElseIsRefused) {
  for (const std::string& text :
       {std::string(), std::string("WEBVTT\n\n"), std::string("hello"), std::string("<html>-->\n"),
        std::string("1\n00:00:01,000 -> 00:00:02,000\nx\n"), std::string("\0\1\2\xff", 4),
        std::string("1\n00:99:01,000 --> 00:00:02,000\nx\n"), std::string(3 << 20, 'x')}) {
    EXPECT_THAT(ToWebVtt(text), HasReason("captions_invalid")) << text.substr(0, 40);
  }
}

}  // namespace
}  // namespace academy::catalog
