#include "edge/upstream/health.h"

#include <grpcpp/client_context.h>
#include <grpcpp/generic/generic_stub.h>
#include <grpcpp/support/byte_buffer.h>
#include <grpcpp/support/slice.h>

#include <string>
#include <string_view>
#include <utility>

#include "services/platform/upstream/deadline.h"

namespace academy::edge {
namespace {

// HealthCheckResponse{status: SERVING}, serialized; Debian's packages do not have the health service's .proto.
constexpr std::string_view kServing("\x08\x01", 2);

bool IsServing(const grpc::ByteBuffer& response) {
  grpc::Slice slice;
  return response.DumpToSingleSlice(&slice).ok() && slice.size() == kServing.size() &&
         std::string_view(reinterpret_cast<const char*>(slice.begin()), slice.size()) == kServing;
}

// A channel to several servers watches their health itself, and fails calls where it reached one but none serves.
bool ReachedNoneThatServes(const grpc::Status& status) {
  return status.error_code() == grpc::StatusCode::UNAVAILABLE &&
         status.error_message().find("backend unhealthy") != std::string::npos;
}

}  // namespace

void AskHealth(const std::shared_ptr<grpc::Channel>& channel, absl::Duration patience,
               std::function<void(const grpc::Status& status, bool serving)> done) {
  struct Call {
    explicit Call(const std::shared_ptr<grpc::Channel>& to) : stub(to) {}
    grpc::GenericStub stub;
    grpc::ClientContext context;
    grpc::ByteBuffer request;
    grpc::ByteBuffer response;
  };
  auto call = std::make_shared<Call>(channel);
  grpc::Slice empty;
  call->request = grpc::ByteBuffer(&empty, 1);
  call->context.set_deadline(DeadlineAfter(patience));
  call->stub.UnaryCall(&call->context, "/grpc.health.v1.Health/Check", grpc::StubOptions(), &call->request,
                       &call->response, [call, done = std::move(done)](const grpc::Status& status) {
                         if (ReachedNoneThatServes(status)) return done(grpc::Status::OK, false);
                         done(status, status.ok() && IsServing(call->response));
                       });
}

}  // namespace academy::edge
