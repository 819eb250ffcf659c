// A server that takes every unary call, and calls without generated code.
#pragma once

#include <grpcpp/channel.h>
#include <grpcpp/generic/async_generic_service.h>
#include <grpcpp/security/server_credentials.h>
#include <grpcpp/server.h>

#include <atomic>
#include <functional>
#include <memory>
#include <string>

#include "absl/time/time.h"

namespace academy {

// Thread-safe.
class GenericServer final : public grpc::CallbackGenericService {
 public:
  // Ends every call with what `answer` returns; asks its clients to connect again after `connection_age`.
  using Answer = std::function<grpc::Status(grpc::GenericCallbackServerContext&)>;
  explicit GenericServer(
      Answer answer, const std::shared_ptr<grpc::ServerCredentials>& credentials = grpc::InsecureServerCredentials(),
      absl::Duration connection_age = absl::InfiniteDuration());
  // Ends every call with this status.
  explicit GenericServer(grpc::StatusCode code);
  ~GenericServer() override { Stop(); }

  std::string address() const { return "127.0.0.1:" + std::to_string(port_); }
  int calls() const { return calls_; }
  void SetServing(bool serving) { server_->GetHealthCheckService()->SetServingStatus(serving); }
  void Stop() { server_->Shutdown(); }

 private:
  grpc::ServerGenericBidiReactor* CreateReactor(grpc::GenericCallbackServerContext* context) override;

  const Answer answer_;
  std::atomic<int> calls_ = 0;
  int port_ = 0;
  std::unique_ptr<grpc::Server> server_;
};

// Calls `rpc`, such as `/academy.Test/Read`, with an empty request, and waits for its end.
grpc::Status CallUnary(const std::shared_ptr<grpc::Channel>& channel, const std::string& rpc);

}  // namespace academy
