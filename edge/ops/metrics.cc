#include "edge/ops/metrics.h"

#include <array>
#include <string>
#include <utility>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/time.h"
#include "academy/common/v1/metrics.grpc.pb.h"

namespace academy::edge {
namespace {

using common::v1::ProcessMetrics;

constexpr absl::Duration kPatience = absl::Seconds(1);

// Collects the services' answers and sends the page after the last. Thread-safe.
class Page {
 public:
  Page(std::shared_ptr<http::Exchange> exchange, std::vector<MetricFamily> own, size_t services)
      : exchange_(std::move(exchange)), families_(std::move(own)), left_(services) {}

  void Report(const std::string& service, bool up, const common::v1::CollectResponse& response) {
    absl::MutexLock lock(&mutex_);
    families_.push_back({.name = "academy_up",
                         .head = "# HELP academy_up 1 for a process that answered\n# TYPE academy_up gauge\n",
                         .samples = "academy_up{process=\"" + service + "\"} " + (up ? "1" : "0") + "\n"});
    for (const common::v1::MetricFamily& family : response.families()) {
      families_.push_back({.name = family.name(), .head = family.head(), .samples = family.samples()});
    }
    if (--left_ > 0) return;
    http::Response answer;
    answer.headers.emplace_back("Content-Type", "text/plain; version=0.0.4; charset=utf-8");
    answer.headers.emplace_back("Cache-Control", "no-store");
    answer.body = ToText(std::move(families_));
    exchange_->Send(std::move(answer));
  }

 private:
  const std::shared_ptr<http::Exchange> exchange_;
  absl::Mutex mutex_;
  std::vector<MetricFamily> families_ ABSL_GUARDED_BY(mutex_);
  size_t left_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace

void ServeMetrics(const Channels& channels, Metrics& own, const CallIdentity& identity,
                  const std::shared_ptr<http::Exchange>& exchange) {
  struct Call {
    explicit Call(const std::shared_ptr<grpc::Channel>& channel) : stub(channel) {}
    ProcessMetrics::Stub stub;
    grpc::ClientContext context;
    common::v1::CollectRequest request;
    common::v1::CollectResponse response;
  };
  const std::array<std::pair<std::string, std::shared_ptr<grpc::Channel>>, 4> services = {{
      {"auth", channels.auth},
      {"catalog", channels.catalog},
      {"enrollment", channels.enrollment},
      {"presence", channels.presence},
  }};
  auto page = std::make_shared<Page>(exchange, own.Collect(), services.size());
  for (const auto& [name, channel] : services) {
    auto call = std::make_shared<Call>(channel);
    PrepareContext(call->context, identity, kPatience);
    call->stub.async()->Collect(&call->context, &call->request, &call->response,
                                [call, page, service = name](const grpc::Status& status) {
                                  page->Report(service, status.ok(), call->response);
                                });
  }
}

}  // namespace academy::edge
