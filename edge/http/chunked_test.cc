// Answers whose length is not known when they begin.
#include <gtest/gtest.h>
#include <httplib.h>

#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "edge/http/server.h"

namespace academy::http {
namespace {

// Yields pieces in order; every other piece comes later, from another thread.
class LateSource final : public BodySource {
 public:
  LateSource(std::vector<std::string> pieces, Got end) : pieces_(std::move(pieces)), end_(end) {}
  ~LateSource() override {
    for (std::thread& thread : threads_) thread.join();
  }

  Got Read(std::string& piece, std::function<void()> ready) override {
    if (!waited_ && next_ % 2 == 1) {
      waited_ = true;
      threads_.emplace_back(std::move(ready));
      return Got::kNothingYet;
    }
    waited_ = false;
    if (next_ == pieces_.size()) return end_;
    piece = pieces_[next_++];
    return Got::kPiece;
  }

 private:
  const std::vector<std::string> pieces_;
  const Got end_;
  size_t next_ = 0;
  bool waited_ = false;
  std::vector<std::thread> threads_;
};

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
