// The presence process: who is online, and the events to push to live connections.
#include "absl/flags/flag.h"
#include "services/platform/base/flags.h"
#include "services/platform/rpc/service_main.h"
#include "services/presence/presence_server.h"

ABSL_FLAG(std::string, auth, "", "Address of auth; empty is its socket in the data folder.");

int main(int argc, char** argv) {
  academy::ParseFlags(argc, argv, "Knows who is online.");
  return academy::ServiceMain("presence", [](const academy::ServiceContext& context) {
    return academy::presence::PresenceServer::Create({.database_url = context.database_url,
                                                      .credential = context.process.credential(),
                                                      .auth = context.ChannelTo("auth", absl::GetFlag(FLAGS_auth)),
                                                      .metrics = &context.process.metrics()});
  });
}
