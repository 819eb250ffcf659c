#include "edge/ops/readiness.h"

#include <array>
#include <functional>
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
constexpr size_t kServices = 4;

struct Findings {
  // In the order of their answers.
  std::vector<std::string> missing;
  std::vector<std::string> silent;
};

std::string Quoted(const std::vector<std::string>& names) {
  std::string list;
  for (const std::string& name : names) list += (list.empty() ? "\"" : ",\"") + name + "\"";
  return list;
}

std::string Members(const Findings& findings, bool ready) {
  return std::string("\"ready\":") + (ready ? "true" : "false") + ",\"missing\":[" + Quoted(findings.missing) +
         "],\"silent\":[" + Quoted(findings.silent) + "]}";
}

http::Response Ready(const Findings& findings) {
  http::Response answer;
  answer.headers.emplace_back("Content-Type", "application/json; charset=utf-8");
  answer.body = "{\"message\":\"Ready\"," + Members(findings, true);
  return answer;
}

http::Response NotReady(std::string_view code, std::string_view message, const Findings& findings,
                        const http::Request& request) {
  http::Response answer = http::FailureResponse(503, code, message, request.id);
  answer.body.pop_back();
  answer.body += "," + Members(findings, false);
  answer.headers.emplace_back("Retry-After", "1");
  return answer;
}

// Collects the four answers and calls `done` after the last. Thread-safe.
class Survey {
 public:
  explicit Survey(std::function<void(const Findings&)> done) : done_(std::move(done)) {}

  void Report(const std::string& service, bool answered, bool ready) {
    absl::MutexLock lock(&mutex_);
    if (!answered) findings_.silent.push_back(service);
    if (!ready) findings_.missing.push_back(service);
    if (--left_ == 0) done_(findings_);
  }

 private:
  const std::function<void(const Findings&)> done_;
  absl::Mutex mutex_;
  size_t left_ ABSL_GUARDED_BY(mutex_) = kServices;
  Findings findings_ ABSL_GUARDED_BY(mutex_);
};

void AskAll(const Channels& channels, std::function<void(const Findings&)> done) {
  const std::array<std::pair<std::string, std::shared_ptr<grpc::Channel>>, kServices> services = {{
      {"auth", channels.auth},
      {"catalog", channels.catalog},
      {"enrollment", channels.enrollment},
      {"presence", channels.presence},
  }};
  auto survey = std::make_shared<Survey>(std::move(done));
  for (const auto& [name, channel] : services) {
    AskHealth(channel, kPatience, [survey, service = name](const grpc::Status& status, bool serving) {
      survey->Report(service, status.ok(), serving);
    });
  }
}

http::Response Draining(const http::Request& request) {
  return NotReady("draining", "This edge is stopping", {}, request);
}

}  // namespace

void Readiness::ServeAcademy(const std::shared_ptr<http::Exchange>& exchange) const {
  if (draining_) return exchange->Send(Draining(exchange->request()));
  AskAll(channels_, [exchange](const Findings& findings) {
    exchange->Send(findings.missing.empty()
                       ? Ready(findings)
                       : NotReady("not_ready", "Not every service is ready", findings, exchange->request()));
  });
}

void Readiness::ServeEdge(const std::shared_ptr<http::Exchange>& exchange) const {
  if (draining_) return exchange->Send(Draining(exchange->request()));
  AskAll(channels_, [exchange](const Findings& findings) {
    exchange->Send(findings.silent.size() < kServices
                       ? Ready(findings)
                       : NotReady("edge_isolated", "This edge reaches no service", findings, exchange->request()));
  });
}

}  // namespace academy::edge
