#include "edge/ops/access_log.h"

#include <gtest/gtest.h>

#include <string>

namespace academy::edge {
namespace {

TEST(AccessLogTest, ATraceIsNamedWhereItIsTheClients) {
  http::Served served{.request_id = "0190a0b0-0000-7000-8000-000000000001", .method = "GET", .path = "/"};
  std::string text;
  AppendAccessLine(text, 0, served);
  EXPECT_EQ(text.find("traceId"), text.npos);
  served.trace = *ParseTraceparent("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01");
  AppendAccessLine(text, 0, served);
  EXPECT_NE(text.find(R"(,"traceId":"0af7651916cd43dd8448eb211c80319c"})"), text.npos) << text;
}

TEST(ServedPathTest, TokensAreLeftOut) {
  const std::string token = std::string(100, 'a') + "." + std::string(43, 'b');
  EXPECT_EQ(ServedPath("/media/" + token + "/720p/1.m4s"), "/media/-/720p/1.m4s");
  EXPECT_EQ(ServedPath("/media/" + token), "/media/-");
  EXPECT_EQ(ServedPath("/media/short/key"), "/media/-/key");
  EXPECT_EQ(ServedPath("//media//" + token + "/key"), "//media//-/key");
  EXPECT_EQ(ServedPath("/x/media/" + token), "/x/media/-");
  EXPECT_EQ(ServedPath("/activate/" + std::string(43, 'k')), "/activate/-");
}

TEST(ServedPathTest, OtherPathsAreAsTheyAre) {
  for (const char* path :
       {"", "/", "*", "/courses/", "/media", "/api/cm/media/uploads/0190a0b0-0000-7000-8000-000000000000",
        "/assets/a-very-long-name-of-a-part-of-the-web-app-B7xYz012.js"}) {
    EXPECT_EQ(ServedPath(path), path);
  }
}

}  // namespace
}  // namespace academy::edge
