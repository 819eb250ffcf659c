// The presence service: who is online, and what has to be pushed to live connections.
#include <iostream>
#include <memory>
#include <string>

#include "absl/flags/flag.h"
#include "services/common/flags.h"
#include "services/common/process.h"
#include "services/common/rpc/server.h"
#include "services/presence/online_reporter.h"
#include "services/presence/presence_service.h"
#include "services/presence/session_feed.h"

ABSL_FLAG(std::string, data, "data", "Data folder, shared by all processes of one academy");
ABSL_FLAG(int, grpc_port, 0, "TCP port for gRPC; 0 takes a free one");
ABSL_FLAG(std::string, bind, "127.0.0.1", "TCP address to bind");
ABSL_FLAG(bool, reflection, false, "Serve gRPC reflection");
ABSL_FLAG(std::string, db, "", "postgresql://...; empty for SQLite in the data folder");
ABSL_FLAG(std::string, auth, "", "Address of auth; empty for its socket in the data folder");

namespace academy::presence {
namespace {

// Both the managers' list and the learners' status may be this old.
constexpr absl::Duration kOnlineInterval = absl::Seconds(1);

absl::Status Main() {
  ASSIGN_OR_RETURN(Process process, Process::Start("presence", absl::GetFlag(FLAGS_data)));
  std::string db = absl::GetFlag(FLAGS_db);
  if (db.empty()) db = process.folder() / "presence.db";
  ASSIGN_OR_RETURN(std::unique_ptr<Database> database,
                   Database::Open({.url = db, .readers = 1, .metrics = &process.metrics()}, Schema()));

  std::string auth = absl::GetFlag(FLAGS_auth);
  auto channel = MakeChannel(auth.empty() ? process.SocketOf("auth") : auth);
  auto learners = auth::v1::Learners::NewStub(channel);
  auto sessions = auth::v1::Sessions::NewStub(channel);
  auto audit = auth::v1::Audit::NewStub(channel);
  CallIdentity identity{.credential = process.credential(), .caller = {.kind = CallerKind::kService, .id = "presence"}};

  Attachments attachments(kOnlineInterval);
  OnlineReporter reporter(attachments, *learners, identity, kOnlineInterval);
  SessionFeed feed(*database, attachments, *sessions, identity, [&] { reporter.Notify(); });
  Executor executor({.threads = 2});
  PresenceService service(attachments, *learners, *audit, executor, process.credential(), &process.metrics());
  process.metrics().Gauge("academy_executor_waiting", "Jobs waiting for a thread", [&] { return executor.Waiting(); },
                          {{"executor", "calls"}});
  process.metrics().Gauge("academy_learners_online", "Learners with a live connection",
                          [&] { return attachments.Online().size(); });
  return ServeUntilStopped(process,
                           {.grpc_port = absl::GetFlag(FLAGS_grpc_port),
                            .bind = absl::GetFlag(FLAGS_bind),
                            .reflection = absl::GetFlag(FLAGS_reflection)},
                           {&service}, {[&] { attachments.EndAll(); }});
}

}  // namespace
}  // namespace academy::presence

int main(int argc, char** argv) {
  academy::ParseFlags(argc, argv, "Knows who is online.");
  absl::Status status = academy::presence::Main();
  if (!status.ok()) std::cerr << "presence: " << status.message() << std::endl;
  return status.ok() ? 0 : 1;
}
