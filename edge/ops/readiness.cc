#include "edge/ops/readiness.h"

#include <array>
#include <string>
#include <utility>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/time.h"
#include "edge/upstream/health.h"

namespace academy::edge {
namespace {

constexpr absl::Duration kPatience = absl::Seconds(1);

std::string Quoted(const std::vector<std::string>& names) {
  std::string list;
  for (const std::string& name : names) list += (list.empty() ? "\"" : ",\"") + name + "\"";
  return list;
}

// Collects the four answers and sends the result after the last. Thread-safe.
class Survey {
 public:
  explicit Survey(std::shared_ptr<http::Exchange> exchange, size_t services)
      : exchange_(std::move(exchange)), left_(services) {}

  void Report(const std::string& service, bool answered, bool ready) {
    absl::MutexLock lock(&mutex_);
    if (!answered) silent_.push_back(service);
    if (!ready) missing_.push_back(service);
    if (--left_ > 0) return;
    http::Response answer;
    if (missing_.empty()) {
      answer.headers.emplace_back("Content-Type", "application/json; charset=utf-8");
      answer.body = R"({"message":"Ready","ready":true,"missing":[],"silent":[]})";
    } else {
      answer = http::FailureResponse(503, "not_ready", "Not every service is ready", exchange_->request().id);
      answer.body.pop_back();
      answer.body += ",\"ready\":false,\"missing\":[" + Quoted(missing_) + "],\"silent\":[" + Quoted(silent_) + "]}";
      answer.headers.emplace_back("Retry-After", "1");
    }
    exchange_->Send(std::move(answer));
  }

 private:
  const std::shared_ptr<http::Exchange> exchange_;
  absl::Mutex mutex_;
  size_t left_ ABSL_GUARDED_BY(mutex_);
  std::vector<std::string> missing_ ABSL_GUARDED_BY(mutex_);
  std::vector<std::string> silent_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace

void ServeReadiness(const Channels& channels, const std::shared_ptr<http::Exchange>& exchange) {
  const std::array<std::pair<std::string, std::shared_ptr<grpc::Channel>>, 4> services = {{
      {"auth", channels.auth},
      {"catalog", channels.catalog},
      {"enrollment", channels.enrollment},
      {"presence", channels.presence},
  }};
  auto survey = std::make_shared<Survey>(exchange, services.size());
  for (const auto& [name, channel] : services) {
    AskHealth(channel, kPatience, [survey, service = name](const grpc::Status& status, bool serving) {
      survey->Report(service, status.ok(), serving);
    });
  }
}

}  // namespace academy::edge
