#include "edge/http/response/inline_sources.h"

#include <gtest/gtest.h>

#include <fstream>

namespace academy::edge {
namespace {

// `printf '%s' 'run()' | openssl dgst -sha256 -binary | base64`, and of `a{}`.
constexpr char kRun[] = "'sha256-AvyuiL0SD1mVY3NNxR+V2uo+lhk6RMFrytWmRt6CrJQ='";
constexpr char kRule[] = "'sha256-X1RutGBrXCt9KkSaXMK7tHftWiRscFHOhxsS8tv8hBk='";

using Sources = std::vector<std::string>;

InlineSources Of(std::string_view html) {
  InlineSources sources;
  AddInlineSources(html, sources);
  return sources;
}

TEST(InlineSourcesTest, AScriptAndAStyleWithinThePageHaveTheirHashes) {
  InlineSources sources = Of("<head><script data-a=\"b\">run()</script><style>a{}</style></head>");
  EXPECT_EQ(sources.scripts, Sources{kRun});
  EXPECT_EQ(sources.styles, Sources{kRule});
}

TEST(InlineSourcesTest, ScriptsWithAnAddressAndDataHaveNone) {
  InlineSources sources =
      Of("<script type=\"module\" src=\"/a.js\"></script><script type=\"application/ld+json\">{}</script>"
         "<script type=\"application/json\" id=\"site-data\">{}</script><link rel=\"stylesheet\" href=\"/a.css\">");
  EXPECT_EQ(sources.scripts, Sources{});
  EXPECT_EQ(sources.styles, Sources{});
}

TEST(InlineSourcesTest, TheSameScriptOfManyPagesIsNamedOnce) {
  InlineSources sources = Of("<script>run()</script>");
  AddInlineSources("<script>run()</script><script>run() </script>", sources);
  ASSERT_EQ(sources.scripts.size(), 2u);
  EXPECT_EQ(sources.scripts[0], kRun);
  EXPECT_NE(sources.scripts[1], kRun);
}

TEST(InlineSourcesTest, AScriptThatDoesNotEndIsNone) {
  EXPECT_EQ(Of("<script>run()").scripts, Sources{});
  EXPECT_EQ(Of("<script").scripts, Sources{});
}

TEST(InlineSourcesTest, IndexAndTheRenderedPagesAreRead) {
  std::filesystem::path web = std::filesystem::path(testing::TempDir()) / "inline_sources";
  std::filesystem::create_directories(web / ".pages");
  std::ofstream(web / "index.html") << "<script>run()</script>";
  std::ofstream(web / ".pages" / "home.ar.html") << "<style>a{}</style>";
  std::ofstream(web / ".pages" / "index.json") << "<script>other()</script>";
  InlineSources sources = InlineSourcesOf(web);
  EXPECT_EQ(sources.scripts, Sources{kRun});
  EXPECT_EQ(sources.styles, Sources{kRule});
}

TEST(InlineSourcesTest, AFolderWithoutPagesHasNone) {
  InlineSources sources = InlineSourcesOf("/none");
  EXPECT_EQ(sources.scripts, Sources{});
  EXPECT_EQ(sources.styles, Sources{});
}

}  // namespace
}  // namespace academy::edge
