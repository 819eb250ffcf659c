// The presence process: who is online, and the events to push to live connections.
#include <memory>
#include <utility>

#include "absl/flags/flag.h"
#include "services/platform/base/flags.h"
#include "services/platform/base/status.h"
#include "services/platform/rpc/service_main.h"
#include "services/presence/presence_server.h"
#include "services/presence/schema.h"

ABSL_FLAG(std::string, auth, "", "Address of auth; empty is its socket in the data folder.");

namespace academy::presence {
namespace {

absl::StatusOr<std::unique_ptr<ServiceServer>> Create(const ServiceContext& context) {
  ASSIGN_OR_RETURN(std::shared_ptr<grpc::Channel> auth, context.ChannelTo("auth", absl::GetFlag(FLAGS_auth)));
  return PresenceServer::Create({.database_url = context.database_url,
                                 .database_marker = context.database_marker,
                                 .migrate = context.migrate,
                                 .callers = context.callers,
                                 .auth = std::move(auth),
                                 .metrics = &context.process.metrics(),
                                 .spans = context.spans,
                                 .health = &context.health});
}

}  // namespace
}  // namespace academy::presence

int main(int argc, char** argv) {
  academy::ParseFlags(argc, argv, "Knows who is online.");
  return academy::ServiceMain("presence", academy::MissingKeys({absl::GetFlag(FLAGS_auth)}),
                              academy::presence::Migrations(), academy::presence::Create);
}
