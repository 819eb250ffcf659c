#include "edge/site/readiness.h"

#include <grpcpp/generic/generic_stub.h>
#include <grpcpp/support/byte_buffer.h>
#include <grpcpp/support/slice.h>

#include <array>
#include <chrono>
#include <string>
#include <utility>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"

namespace academy::edge {
namespace {

constexpr std::chrono::milliseconds kPatience(1000);
// HealthCheckResponse{status: SERVING} on the wire; the health service's own .proto is not among Debian's files.
constexpr std::string_view kServing("\x08\x01", 2);

// Collects the four answers; thread-safe.
class Survey {
 public:
  explicit Survey(std::shared_ptr<http::Exchange> exchange, size_t services)
      : exchange_(std::move(exchange)), left_(services) {}

  void Report(const std::string& service, bool ready) {
    absl::MutexLock lock(&mutex_);
    if (!ready) missing_.push_back(service);
    if (--left_ > 0) return;
    http::Answer answer;
    if (missing_.empty()) {
      answer.headers.emplace_back("Content-Type", "application/json; charset=utf-8");
      answer.body = R"({"message":"Ready","ready":true,"missing":[]})";
    } else {
      std::string names;
      for (const std::string& name : missing_) names += (names.empty() ? "\"" : ",\"") + name + "\"";
      answer = http::FailureAnswer(503, "not_ready", "Not every service is ready", exchange_->request().id);
      answer.body.pop_back();
      answer.body += ",\"ready\":false,\"missing\":[" + names + "]}";
      answer.headers.emplace_back("Retry-After", "1");
    }
    exchange_->Send(std::move(answer));
  }

 private:
  const std::shared_ptr<http::Exchange> exchange_;
  absl::Mutex mutex_;
  size_t left_ ABSL_GUARDED_BY(mutex_);
  std::vector<std::string> missing_ ABSL_GUARDED_BY(mutex_);
};

bool IsServing(const grpc::ByteBuffer& response) {
  grpc::Slice slice;
  return response.DumpToSingleSlice(&slice).ok() && slice.size() == kServing.size() &&
         std::string_view(reinterpret_cast<const char*>(slice.begin()), slice.size()) == kServing;
}

}  // namespace

void AnswerReadiness(const Channels& channels, const std::shared_ptr<http::Exchange>& exchange) {
  struct Call {
    explicit Call(const std::shared_ptr<grpc::Channel>& channel) : stub(channel) {}
    grpc::GenericStub stub;
    grpc::ClientContext context;
    grpc::ByteBuffer request;
    grpc::ByteBuffer response;
  };
  const std::array<std::pair<std::string, std::shared_ptr<grpc::Channel>>, 4> services = {{
      {"auth", channels.auth},
      {"catalog", channels.catalog},
      {"enrollment", channels.enrollment},
      {"presence", channels.presence},
  }};
  auto survey = std::make_shared<Survey>(exchange, services.size());
  for (const auto& [name, channel] : services) {
    auto call = std::make_shared<Call>(channel);
    grpc::Slice empty;
    call->request = grpc::ByteBuffer(&empty, 1);
    call->context.set_deadline(std::chrono::system_clock::now() + kPatience);
    call->stub.UnaryCall(&call->context, "/grpc.health.v1.Health/Check", grpc::StubOptions(), &call->request,
                         &call->response, [call, survey, service = name](const grpc::Status& status) {
                           survey->Report(service, status.ok() && IsServing(call->response));
                         });
  }
}

}  // namespace academy::edge
