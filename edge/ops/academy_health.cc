#include "edge/ops/academy_health.h"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/time.h"
#include "academy/edge/v1/health.pb.h"
#include "edge/api/request/request_reader.h"
#include "edge/json/writer.h"
#include "edge/upstream/http_status.h"
#include "edge/upstream/unary_call.h"
#include "services/platform/health/health_item.h"

namespace academy::edge {
namespace {

using common::v1::HealthItem;
using common::v1::ReportHealthRequest;
using common::v1::ReportHealthResponse;
using Health = common::v1::ProcessHealth::StubInterface::async_interface;

constexpr absl::Duration kPatience = absl::Seconds(2);

// In the order in which managers read them.
constexpr std::array<std::string_view, 14> kNames = {"disk",
                                                     "clock",
                                                     "database-auth",
                                                     "database-catalog",
                                                     "database-enrollment",
                                                     "database-presence",
                                                     "backup",
                                                     "mail",
                                                     "encoding",
                                                     "feeds",
                                                     "requests",
                                                     "speed",
                                                     "certificate",
                                                     "grpc-certificate"};
// What nobody else knows.
constexpr std::array<std::pair<std::string_view, std::string_view>, 2> kKnownBy = {
    {{"auth", "mail"}, {"catalog", "encoding"}}};

void SendJson(const SharedExchange& exchange, const google::protobuf::Message& response) {
  http::Response answer;
  answer.headers.emplace_back("Content-Type", "application/json; charset=utf-8");
  answer.headers.emplace_back("Cache-Control", "no-store");
  AppendJson(response, answer.body);
  exchange->Send(std::move(answer));
}

}  // namespace

// Collects the services' answers and sends the list after the last. Thread-safe.
class AcademyHealth::Survey {
 public:
  Survey(SharedExchange exchange, std::vector<HealthItem> own, size_t services, SinceMemory& since)
      : exchange_(std::move(exchange)), since_(since), items_(std::move(own)), left_(services) {}

  void Report(const std::string& service, const absl::StatusOr<ReportHealthResponse>& report) {
    absl::MutexLock lock(&mutex_);
    if (report.ok()) {
      items_.insert(items_.end(), report->items().begin(), report->items().end());
    } else {
      items_.push_back(MakeHealthItem("database-" + service, "service_silent", 0));
      for (const auto& [who, what] : kKnownBy) {
        if (who == service) items_.push_back(MakeHealthItem(what, "unknown", 0));
      }
    }
    if (--left_ == 0) Send();
  }

 private:
  void Send() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    v1::FetchHealthResponse response;
    response.set_message("Fetched successfully");
    for (std::string_view name : kNames) {
      const HealthItem* worst = nullptr;
      for (const HealthItem& item : items_) {
        if (item.name() == name && (worst == nullptr || IsWorse(item, *worst))) worst = &item;
      }
      if (worst == nullptr) continue;
      HealthItem& told = *response.add_result();
      told = *worst;
      since_.Fill(told);
    }
    SendJson(exchange_, response);
  }

  const SharedExchange exchange_;
  SinceMemory& since_;
  absl::Mutex mutex_;
  std::vector<HealthItem> items_ ABSL_GUARDED_BY(mutex_);
  size_t left_ ABSL_GUARDED_BY(mutex_);
};

AcademyHealth::AcademyHealth(const Channels& channels, const Transcoder& transcoder, HealthBoard& own,
                             const RequestDay& day, const Clock& clock)
    : services_{{{"auth", common::v1::ProcessHealth::Stub(channels.auth)},
                 {"catalog", common::v1::ProcessHealth::Stub(channels.catalog)},
                 {"enrollment", common::v1::ProcessHealth::Stub(channels.enrollment)},
                 {"presence", common::v1::ProcessHealth::Stub(channels.presence)}}},
      transcoder_(transcoder),
      own_(own),
      day_(day),
      since_(clock) {}

void AcademyHealth::Serve(const SharedExchange& exchange, const Route& route) {
  transcoder_.AuthorizeWhole(exchange, route, [this, exchange, &route, hold = in_flight_.Add()](const Session&) {
    ReportHealthRequest nothing;
    if (absl::Status read = ReadRequest(route, exchange->request(), nothing); !read.ok()) {
      return exchange->Send(FailureOf(read, exchange->request().id));
    }
    CallIdentity identity{.caller = {.kind = CallerKind::kService, .id = "edge"}};
    identity.caller.request_id = exchange->request().id;
    identity.caller.trace = exchange->request().trace;
    auto survey = std::make_shared<Survey>(exchange, own_.Collect(), services_.size(), since_);
    for (Asked& service : services_) {
      CallUnary<Health, ReportHealthRequest, ReportHealthResponse>(
          service.stub.async(), &Health::ReportHealth, identity, kPatience, {},
          [survey, hold, name = service.name](const absl::StatusOr<ReportHealthResponse>& report) {
            survey->Report(name, report);
          });
    }
  });
}

void AcademyHealth::ServeRequests(const SharedExchange& exchange, const Route& route) {
  transcoder_.AuthorizeWhole(exchange, route, [this, exchange, &route](const Session&) {
    ReportHealthRequest nothing;
    if (absl::Status read = ReadRequest(route, exchange->request(), nothing); !read.ok()) {
      return exchange->Send(FailureOf(read, exchange->request().id));
    }
    v1::FetchRequestsResponse response;
    response.set_message("Fetched successfully");
    *response.mutable_result() = day_.Report();
    SendJson(exchange, response);
  });
}

}  // namespace academy::edge
