// Answers whose length is not known when they begin.
#include <gtest/gtest.h>
#include <httplib.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "edge/http/server.h"
#include "edge/http/testing/late_source.h"

namespace academy::http {
namespace {

class ChunkedTest : public testing::Test {
 protected:
  ChunkedTest() {
    ServerHooks hooks;
    hooks.handle = [this](const std::shared_ptr<Exchange>& exchange) {
      Response answer;
      answer.headers.emplace_back("Content-Type", "text/plain");
      answer.source = std::make_shared<LateSource>(pieces_, end_);
      answer.source_length = Response::kUnknownLength;
      exchange->Send(std::move(answer));
    };
    server_ = std::make_unique<Server>(ServerOptions{.workers = 2}, std::move(hooks));
    port_ = server_->Start().value();
  }

  std::vector<std::string> pieces_;
  BodySource::Got end_ = BodySource::Got::kEnd;
  std::unique_ptr<Server> server_;
  int port_ = 0;
};

TEST_F(ChunkedTest, ArriveWholeAndLeaveTheConnectionToTheNextRequest) {
  pieces_ = {"one, ", std::string(100'000, 'x'), "three"};
  httplib::Client client("127.0.0.1", port_);
  client.set_keep_alive(true);
  for (int i = 0; i < 2; ++i) {
    httplib::Result result = client.Post("/");
    ASSERT_TRUE(result) << httplib::to_string(result.error());
    EXPECT_EQ(result->status, 200);
    EXPECT_EQ(result->get_header_value("Transfer-Encoding"), "chunked");
    EXPECT_FALSE(result->has_header("Content-Length"));
    EXPECT_EQ(result->body, pieces_[0] + pieces_[1] + pieces_[2]);
  }
}

TEST_F(ChunkedTest, MayBeEmpty) {
  pieces_ = {};
  httplib::Result result = httplib::Client("127.0.0.1", port_).Post("/");
  ASSERT_TRUE(result) << httplib::to_string(result.error());
  EXPECT_EQ(result->body, "");
}

TEST_F(ChunkedTest, AreSeenToBeCutWhereTheirSourceBreaks) {
  pieces_ = {"one"};
  end_ = BodySource::Got::kBroken;
  EXPECT_FALSE(httplib::Client("127.0.0.1", port_).Post("/"));
}

}  // namespace
}  // namespace academy::http
