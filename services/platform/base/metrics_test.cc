#include "services/platform/base/metrics.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace academy {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(Metrics, TellsCountersTimersAndGaugesWithTheProcess) {
  Metrics metrics("auth");
  metrics.Counter("academy_things_total", "Things", {{"kind", "good"}}).Add();
  metrics.Counter("academy_things_total", "Things", {{"kind", "good"}}).Add(2);
  metrics.Timer("academy_work_seconds", "Work").Observe(absl::Milliseconds(3));
  double waiting = 7;
  metrics.Gauge("academy_waiting", "Waiting", [&] { return waiting; });

  std::string text = ToText(metrics.Collect());
  EXPECT_THAT(text, HasSubstr("# TYPE academy_things_total counter\n"));
  EXPECT_THAT(text, HasSubstr("academy_things_total{process=\"auth\",kind=\"good\"} 3\n"));
  EXPECT_THAT(text, HasSubstr("academy_work_seconds_bucket{process=\"auth\",le=\"0.005\"} 1\n"));
  EXPECT_THAT(text, HasSubstr("academy_waiting{process=\"auth\"} 7\n"));
  EXPECT_THAT(text, HasSubstr("academy_process_resident_bytes{process=\"auth\"} "));
}

TEST(Metrics, AnUnknownGaugeKeepsItsValue) {
  Metrics metrics("auth");
  double value = 5;
  metrics.Gauge("academy_waiting", "Waiting", [&] { return value; });
  (void)metrics.Collect();
  value = -1;
  EXPECT_THAT(ToText(metrics.Collect()), HasSubstr("academy_waiting{process=\"auth\"} 5\n"));
}

TEST(Metrics, OnePageNamesEachFamilyOnce) {
  Metrics auth("auth");
  Metrics edge("edge");
  auth.Counter("academy_things_total", "Things").Add();
  edge.Counter("academy_things_total", "Things").Add();
  std::vector<MetricFamily> families = auth.Collect();
  for (MetricFamily& family : edge.Collect()) families.push_back(std::move(family));
  std::string text = ToText(std::move(families));
  EXPECT_THAT(text, HasSubstr("academy_things_total{process=\"auth\"} 1\nacademy_things_total{process=\"edge\"} 1\n"));
  std::string head = "# TYPE academy_things_total counter\n";
  EXPECT_EQ(text.find(head), text.rfind(head));
}

}  // namespace
}  // namespace academy
