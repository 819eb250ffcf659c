#include "edge/ops/request_day.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "services/platform/health/health_item.h"

namespace academy::edge {
namespace {

constexpr int64_t kDayBefore = 24;
constexpr size_t kShown = 10;
constexpr uint32_t kFewRequests = 20;
constexpr uint32_t kSlowMs = 2000;
constexpr double kMost = 0.95;
// How many failures a day are worth a look, and how many an hour are worse than that.
constexpr uint32_t kSomeFailed = 10;
constexpr double kSomePart = 0.01;
constexpr uint32_t kManyFailed = 20;
constexpr double kManyPart = 0.05;

constexpr std::array<std::string_view, 5> kProbes = {"/livez", "/healthz", "/readyz", "/readyz/edge", "/metrics"};
// Videos, pictures and files of the web app, and what clients send or take in pieces.
constexpr std::array<std::string_view, 7> kClients = {
    "/media",
    "/images",
    "site",
    "/api/cm/media/uploads",
    "/api/cm/user/import",
    "/api/cm/user/export",
    "/api/cm/user-course/export",
};

template <size_t kCount>
bool IsAmong(const std::array<std::string_view, kCount>& routes, std::string_view route) {
  return std::find(routes.begin(), routes.end(), route) != routes.end();
}

bool AreTooMany(uint32_t failed, uint32_t requests, uint32_t least, double part) {
  return failed >= least && failed >= part * requests;
}

}  // namespace

void RequestDay::Counts::Add(const Counts& other) {
  requests += other.requests;
  failed += other.failed;
  longest_ms = std::max(longest_ms, other.longest_ms);
  for (size_t i = 0; i < times.size(); ++i) times[i] += other.times[i];
}

uint32_t RequestDay::Counts::Within(double part) const {
  uint32_t within = 0;
  for (size_t i = 0; i < kBounds.size(); ++i) {
    within += times[i];
    if (within >= part * requests) return std::min(static_cast<uint32_t>(kBounds[i]), longest_ms);
  }
  return longest_ms;
}

RequestDay::Counts RequestDay::Sum(const Hours& hours, int64_t now, int64_t before) {
  Counts sum;
  for (const Hour& hour : hours) {
    if (hour.number >= now - before && hour.number <= now) sum.Add(hour.counts);
  }
  return sum;
}

void RequestDay::Record(std::string_view route, int status, absl::Duration took) {
  if (IsAmong(kProbes, route)) return;
  const int64_t now = HourNow();
  const auto ms = static_cast<uint32_t>(std::clamp<int64_t>(absl::ToInt64Milliseconds(took), 0, UINT32_MAX));
  absl::MutexLock lock(&mutex_);
  auto found = routes_.find(route);
  if (found == routes_.end()) found = routes_.emplace(std::string(route), Hours()).first;
  Hour& hour = found->second[static_cast<size_t>(now) % kHours];
  if (hour.number != now) hour = {.number = now, .counts = {}};
  Counts& counts = hour.counts;
  ++counts.requests;
  if (status >= 500) ++counts.failed;
  counts.longest_ms = std::max(counts.longest_ms, ms);
  const auto* bound = std::lower_bound(kBounds.begin(), kBounds.end(), static_cast<int64_t>(ms));
  ++counts.times[static_cast<size_t>(bound - kBounds.begin())];
}

v1::RequestReport RequestDay::Report() const {
  v1::RequestReport report;
  report.set_since(FormatTime(std::max(begun_, clock_.Now() - absl::Hours(kDayBefore))));
  std::vector<std::pair<std::string, Counts>> routes;
  {
    const int64_t now = HourNow();
    absl::MutexLock lock(&mutex_);
    for (const auto& [route, hours] : routes_) {
      Counts day = Sum(hours, now, kDayBefore);
      report.set_requests(report.requests() + day.requests);
      report.set_failed(report.failed() + day.failed);
      if (day.requests >= kFewRequests && !IsAmong(kClients, route)) routes.emplace_back(route, day);
    }
  }
  std::sort(routes.begin(), routes.end(), [](const auto& one, const auto& other) {
    return std::pair(one.second.Within(kMost), one.second.longest_ms) >
           std::pair(other.second.Within(kMost), other.second.longest_ms);
  });
  if (routes.size() > kShown) routes.resize(kShown);
  for (const auto& [route, day] : routes) {
    v1::RouteReport& shown = *report.add_slowest();
    shown.set_route(route);
    shown.set_requests(day.requests);
    shown.set_failed(day.failed);
    shown.set_half_ms(day.Within(0.5));
    shown.set_most_ms(day.Within(kMost));
    shown.set_longest_ms(day.longest_ms);
  }
  return report;
}

RequestDay::Counts RequestDay::SumOfAll(int64_t before) const {
  const int64_t now = HourNow();
  Counts sum;
  absl::MutexLock lock(&mutex_);
  for (const auto& [route, hours] : routes_) sum.Add(Sum(hours, now, before));
  return sum;
}

common::v1::HealthItem RequestDay::RequestsItem() const {
  const Counts hour = SumOfAll(1);
  const Counts day = SumOfAll(kDayBefore);
  return MakeHealthItem("requests",
                        AreTooMany(hour.failed, hour.requests, kManyFailed, kManyPart) ? "requests_failing"
                        : AreTooMany(day.failed, day.requests, kSomeFailed, kSomePart) ? "requests_failed"
                                                                                       : "ok",
                        day.failed);
}

common::v1::HealthItem RequestDay::SpeedItem() const {
  const v1::RequestReport report = Report();
  const int64_t slowest = report.slowest().empty() ? 0 : report.slowest(0).most_ms();
  return MakeHealthItem("speed", slowest > kSlowMs ? "requests_slow" : "ok", slowest);
}

}  // namespace academy::edge
