#include "services/platform/rpc/serving/server.h"

#include <grpcpp/ext/proto_server_reflection_plugin.h>
#include <grpcpp/health_check_service_interface.h>
#include <grpcpp/security/server_credentials.h>
#include <grpcpp/server.h>
#include <grpcpp/server_builder.h>
#include <sys/stat.h>
#include <unistd.h>

#include <memory>

#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "services/platform/background/executor.h"
#include "services/platform/base/log.h"
#include "services/platform/base/status.h"
#include "services/platform/health/health_service.h"
#include "services/platform/metrics/metrics_service.h"
#include "services/platform/rpc/callback_threads.h"
#include "services/platform/rpc/handler.h"
#include "services/platform/rpc/tls/grpc_tls.h"
#include "services/platform/snapshots/snapshot_service.h"

namespace academy {
namespace {

constexpr int kMaxMessageBytes = 64 * 1024 * 1024;
constexpr int kKeepaliveMs = 20'000;
constexpr int kKeepaliveTimeoutMs = 10'000;
// Clients that ping more often are disconnected; ours ping every 20 s.
constexpr int kMinPingIntervalMs = 5'000;
constexpr size_t kMaxSocketPath = 107;

}  // namespace

absl::Status ServeUntilStopped(const Process& process, const CallerCheck& callers, HealthBoard& health,
                               const ServerOptions& options, const std::vector<grpc::Service*>& services,
                               const std::vector<std::function<void()>>& on_drain) {
  std::string socket = process.SocketOf(process.name());
  std::string path = socket.substr(sizeof("unix:") - 1);
  if (path.size() > kMaxSocketPath) {
    return Error(absl::StatusCode::kFailedPrecondition, "path_too_long",
                 "the data folder's path is too long for a socket in it (" + path + "): choose a shorter --data");
  }
  ::unlink(path.c_str());

  // One page at a time, on its own thread, because gauges may wait for the database.
  Executor collecting({.threads = 1, .queue = 16});
  RpcHandler collecting_rpc(collecting, callers);
  MetricsService metrics_service(collecting_rpc, process.metrics());
  HealthService health_service(collecting_rpc, health);
  // One copy at a time, apart from the metrics, because a large database takes seconds.
  Executor copying({.threads = 1, .queue = 1});
  RpcHandler copying_rpc(copying, callers);
  SnapshotService snapshot_service(copying_rpc, process.name(), options.database_url, process.run_folder());

  KeepCallbackThreads();
  grpc::EnableDefaultHealthCheckService(true);
  if (options.reflection) grpc::reflection::InitProtoReflectionServerBuilderPlugin();
  grpc::ServerBuilder builder;
  // Otherwise a second academy on the same port would silently receive half of the calls.
  builder.AddChannelArgument(GRPC_ARG_ALLOW_REUSEPORT, 0);
  builder.AddChannelArgument(GRPC_ARG_HTTP2_MIN_RECV_PING_INTERVAL_WITHOUT_DATA_MS, kMinPingIntervalMs);
  builder.AddChannelArgument(GRPC_ARG_KEEPALIVE_PERMIT_WITHOUT_CALLS, 1);
  // Detects an edge whose machine disappeared, so that its learners leave the online list.
  builder.AddChannelArgument(GRPC_ARG_KEEPALIVE_TIME_MS, kKeepaliveMs);
  builder.AddChannelArgument(GRPC_ARG_KEEPALIVE_TIMEOUT_MS, kKeepaliveTimeoutMs);
  builder.AddChannelArgument(GRPC_ARG_HTTP2_MAX_PINGS_WITHOUT_DATA, 0);
  // Disabled: windows that grow with throughput would buffer megabytes of an upload before the disk has stored them.
  builder.AddChannelArgument(GRPC_ARG_HTTP2_BDP_PROBE, 0);
  if (options.connection_age < absl::InfiniteDuration()) {
    builder.AddChannelArgument(GRPC_ARG_MAX_CONNECTION_AGE_MS,
                               static_cast<int>(absl::ToInt64Milliseconds(options.connection_age)));
  }
  builder.SetMaxReceiveMessageSize(kMaxMessageBytes);
  builder.SetMaxSendMessageSize(kMaxMessageBytes);
  builder.AddListeningPort(socket, grpc::InsecureServerCredentials());
  int port = 0;
  builder.AddListeningPort(options.bind + ":" + std::to_string(options.grpc_port),
                           options.tls != nullptr ? options.tls->ForServer() : grpc::InsecureServerCredentials(),
                           &port);
  for (grpc::Service* service : services) builder.RegisterService(service);
  builder.RegisterService(&metrics_service);
  builder.RegisterService(&health_service);
  builder.RegisterService(&snapshot_service);
  std::unique_ptr<grpc::Server> server = builder.BuildAndStart();
  if (server == nullptr || port == 0) {
    return Error(absl::StatusCode::kUnavailable, "address_taken",
                 "cannot listen on " + options.bind + ":" + std::to_string(options.grpc_port) +
                     ": is another academy running? Choose another --grpc-port-base");
  }
  ::chmod(path.c_str(), 0600);
  std::string address = options.bind + ":" + std::to_string(port);
  RETURN_IF_ERROR(process.PublishAddress(address));
  LogInfo("serving", {{"address", address}});

  health.Listen([&](bool serving) {
    if (!serving) LogWarning("not ready until the database works");
    server->GetHealthCheckService()->SetServingStatus(serving);
  });
  process.AwaitStop(options.tls != nullptr ? [&] { options.tls->ReloadAndLog(); } : std::function<void()>());
  health.Listen({});
  server->GetHealthCheckService()->SetServingStatus(false);
  absl::SleepFor(options.drain.delay);
  for (const std::function<void()>& drain : on_drain) drain();
  snapshot_service.Stop();
  server->Shutdown(absl::ToChronoTime(absl::Now() + options.drain.time));
  server->Wait();
  process.CleanUp();
  LogInfo("stopped");
  return absl::OkStatus();
}

}  // namespace academy
