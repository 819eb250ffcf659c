#include "edge/site/page_views.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <utility>

namespace academy::edge {
namespace {

class StillClock final : public Clock {
 public:
  UnixMillis Now() const override { return now; }
  UnixMillis now = 1'800'000'000'000;
};

class KeptExchange final : public http::Exchange {
 public:
  explicit KeptExchange(http::Request request) { request_ = std::move(request); }
  void Send(http::Response answer) override { answered = std::move(answer); }
  void CollectBody(bool, std::function<void()> done) override { done(); }
  bool KeepBody(uint64_t) override { return true; }
  void ReadBody(std::shared_ptr<http::BodySink>) override {}
  void RunOnFileThread(std::function<void()> job) override { job(); }
  void RunOnWorker(std::function<void()> job) override { job(); }
  http::Response answered;
};

class PageViewsTest : public testing::Test {
 protected:
  PageViewsTest() {
    std::filesystem::create_directories(web_);
    std::ofstream(web_ / "routes.json") << R"({"pages": ["/", "/courses", "/courses/:courseId"]})";
    pages_ = std::make_unique<StaticSite>(web_);
    views_ = std::make_unique<PageViews>(*pages_, metrics_, clock_);
  }
  ~PageViewsTest() override { std::filesystem::remove_all(web_); }

  http::Response Ask(std::string body, std::string peer = "192.0.2.1", std::string type = "application/json") {
    http::Request request;
    request.remote_address = std::move(peer);
    request.body = std::move(body);
    request.fields = {{"content-type", std::move(type)}};
    auto exchange = std::make_shared<KeptExchange>(std::move(request));
    views_->Serve(exchange);
    return exchange->answered;
  }

  // The value of a series; -1 if there is no such series.
  double ValueOf(const std::string& series) {
    std::string page = ToText(metrics_.Collect());
    size_t at = page.find("\n" + series + " ");
    return at == std::string::npos ? -1 : std::stod(page.substr(at + 2 + series.size()));
  }
  static std::string Series(const std::string& page, const std::string& language) {
    return "academy_edge_page_views_total{process=\"edge\",language=\"" + language + "\",page=\"" + page + "\"}";
  }
  static constexpr char kDropped[] = "academy_edge_page_views_dropped_total{process=\"edge\"}";

  const std::filesystem::path web_ =
      std::filesystem::path(testing::TempDir()) / ("page_views_" + std::to_string(::getpid()));
  Metrics metrics_{"edge"};
  StillClock clock_;
  std::unique_ptr<StaticSite> pages_;
  std::unique_ptr<PageViews> views_;
};

TEST_F(PageViewsTest, AnAddressCountsAsItsPageAndArabicWhereNoLanguageIsSaid) {
  EXPECT_EQ(Ask(R"({"page": "/courses/42", "lang": "en"})").status, 200);
  EXPECT_EQ(Ask(R"({"page": "/courses/43/", "lang": "en"})").status, 200);
  EXPECT_EQ(Ask(R"({"page": "/"})").status, 200);
  EXPECT_EQ(ValueOf(Series("/courses/:courseId", "en")), 2);
  EXPECT_EQ(ValueOf(Series("/", "ar")), 1);
}

TEST_F(PageViewsTest, WhatIsNoPageMakesNoSeriesOfItsOwn) {
  EXPECT_EQ(Ask(R"({"page": "/wp-admin/setup.php"})").status, 200);
  EXPECT_EQ(Ask(R"({"page": "/courses/1/2", "lang": "xx"})").status, 200);
  EXPECT_EQ(ValueOf(Series("other", "ar")), 2);
  EXPECT_EQ(ToText(metrics_.Collect()).find("wp-admin"), std::string::npos);
}

TEST_F(PageViewsTest, RefusesABodyThatSaysNoPage) {
  EXPECT_EQ(Ask("").status, 422);
  EXPECT_EQ(Ask(R"({"page": null})").status, 422);
  EXPECT_EQ(Ask(R"({"page": "courses"})").status, 422);
  EXPECT_EQ(Ask(R"({"page": 7})").status, 400);
  EXPECT_EQ(Ask(R"({"page": "/", "lang": {}})").status, 400);
  EXPECT_EQ(Ask("[]").status, 400);
  EXPECT_EQ(Ask(std::string(2000, '[')).status, 400);
  EXPECT_EQ(Ask(R"({"page": "/"})", "192.0.2.1", "text/plain").status, 415);
}

TEST_F(PageViewsTest, CountsSoManyAMinuteOfOneAddressAndAnswersTheOthersAlike) {
  for (int i = 0; i < PageViews::kPerMinute + 5; ++i) EXPECT_EQ(Ask(R"({"page": "/"})").status, 200);
  EXPECT_EQ(ValueOf(Series("/", "ar")), PageViews::kPerMinute);
  EXPECT_EQ(ValueOf(kDropped), 5);
  clock_.now += 60'000;
  Ask(R"({"page": "/"})");
  EXPECT_EQ(ValueOf(Series("/", "ar")), PageViews::kPerMinute + 1);
}

}  // namespace
}  // namespace academy::edge
