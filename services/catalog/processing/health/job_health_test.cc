#include "services/catalog/processing/health/job_health.h"

#include <string>

#include "services/catalog/testing/stores_fixture.h"
#include "services/platform/testing/status_matchers.h"

namespace academy::catalog {
namespace {

class JobHealthTest : public StoresTest {
 protected:
  common::v1::HealthItem Item() {
    HealthBoard board(clock_);
    WatchJobs({.health = &board}, *database_, clock_);
    return board.Collect()[0];
  }
};

TEST_P(JobHealthTest, TheJobThatHasWaitedLongestDecides) {
  EXPECT_EQ(Item().name(), "encoding");
  EXPECT_EQ(Item().code(), "ok");
  Asset("a1");
  // An upload may take as long as it likes.
  clock_.Advance(absl::Hours(20));
  ASSERT_OK(Complete("a1"));
  EXPECT_EQ(Item().code(), "ok");
  clock_.Advance(absl::Hours(12));
  EXPECT_EQ(Item().code(), "ok");
  EXPECT_EQ(Item().value(), 12 * 3600);
  clock_.Advance(absl::Seconds(1));
  EXPECT_EQ(Item().code(), "encoding_waiting");
  ASSERT_OK(Write([](Transaction& tx) {
    DeleteJob(tx.sql(), "a1");
    return absl::OkStatus();
  }));
  EXPECT_EQ(Item().code(), "ok");
}

TEST_P(JobHealthTest, FailedVideosAreCounted) {
  for (const char* id : {"a1", "a2", "a3"}) Asset(id);
  for (const char* id : {"a1", "a2"}) ASSERT_OK(Complete(id));
  ASSERT_OK(Fail("a1", "unsupported_media"));
  ASSERT_OK(Fail("a2", "unsupported_media"));
  EXPECT_EQ(Item().code(), "encoding_failed");
  EXPECT_EQ(Item().value(), 2);
}

TEST_P(JobHealthTest, TheAgeIsAGauge) {
  Asset("a1");
  ASSERT_OK(Complete("a1"));
  clock_.Advance(absl::Seconds(90));
  Metrics metrics("catalog");
  WatchJobs({.metrics = &metrics}, *database_, clock_);
  std::string page = ToText(metrics.Collect());
  EXPECT_NE(page.find("academy_processing_oldest_seconds{process=\"catalog\"} 90\n"), page.npos) << page;
}

INSTANTIATE_TEST_SUITE_P(Engines, JobHealthTest, testing::ValuesIn(TestEngines()), EngineName);

}  // namespace
}  // namespace academy::catalog
