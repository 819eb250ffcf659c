#include "services/platform/rpc/testing/generic_server.h"

#include <grpcpp/generic/generic_stub.h>
#include <grpcpp/health_check_service_interface.h>
#include <grpcpp/server_builder.h>
#include <grpcpp/support/byte_buffer.h>
#include <grpcpp/support/slice.h>

#include <utility>

#include "absl/synchronization/notification.h"
#include "services/platform/rpc/channel.h"

namespace academy {
namespace {

constexpr absl::Duration kTimeout = absl::Seconds(30);

}  // namespace

GenericServer::GenericServer(Answer answer, const std::shared_ptr<grpc::ServerCredentials>& credentials,
                             absl::Duration connection_age)
    : answer_(std::move(answer)) {
  grpc::EnableDefaultHealthCheckService(true);
  grpc::ServerBuilder builder;
  builder.AddListeningPort("127.0.0.1:0", credentials, &port_);
  if (connection_age < absl::InfiniteDuration()) {
    builder.AddChannelArgument(GRPC_ARG_MAX_CONNECTION_AGE_MS,
                               static_cast<int>(absl::ToInt64Milliseconds(connection_age)));
  }
  builder.RegisterCallbackGenericService(this);
  server_ = builder.BuildAndStart();
}

GenericServer::GenericServer(grpc::StatusCode code)
    : GenericServer([code](grpc::GenericCallbackServerContext&) { return grpc::Status(code, "fixed"); }) {}

grpc::ServerGenericBidiReactor* GenericServer::CreateReactor(grpc::GenericCallbackServerContext* context) {
  struct Reactor final : grpc::ServerGenericBidiReactor {
    void OnDone() override { delete this; }
  };
  ++calls_;
  auto* reactor = new Reactor;
  reactor->Finish(answer_(*context));
  return reactor;
}

grpc::Status CallUnary(const std::shared_ptr<grpc::Channel>& channel, const std::string& rpc) {
  grpc::GenericStub stub(channel);
  grpc::ClientContext context;
  PrepareContext(context, {}, kTimeout);
  grpc::Slice nothing;
  grpc::ByteBuffer request(&nothing, 1);
  grpc::ByteBuffer response;
  absl::Notification ended;
  grpc::Status result;
  stub.UnaryCall(&context, rpc, {}, &request, &response, [&](const grpc::Status& status) {
    result = status;
    ended.Notify();
  });
  ended.WaitForNotification();
  return result;
}

}  // namespace academy
