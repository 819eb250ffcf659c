#include "services/backup/postgresql/private_server.h"

#include <linux/capability.h>
#include <pwd.h>
#include <signal.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <fstream>
#include <utility>
#include <vector>

#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "services/backup/postgresql/service_file.h"
#include "services/backup/postgresql/session.h"
#include "services/platform/base/status.h"
#include "services/platform/base/steady_time.h"

namespace academy::backup {
namespace {

namespace fs = std::filesystem;

// A server that was busy when it was copied has a long log to read.
constexpr absl::Duration kStartLimit = absl::Minutes(30);
constexpr absl::Duration kPause = absl::Milliseconds(50);
constexpr char kUser[] = "postgres";

// These win over the cluster's own postgresql.auto.conf. Whoever needs the files durable syncs them afterwards.
constexpr const char* kSettings[] = {
    "listen_addresses=",
    "unix_socket_permissions=0700",
    "ssl=off",
    "archive_mode=off",
    "archive_command=",
    "restore_command=",
    "primary_conninfo=",
    "max_wal_senders=0",
    "external_pid_file=",
    "shared_preload_libraries=",
    "session_preload_libraries=",
    "local_preload_libraries=",
    "logging_collector=off",
    "log_destination=stderr",
    "shared_buffers=128MB",
    "max_connections=100",
    "fsync=off",
    "autovacuum=off",
    "synchronous_standby_names=",
};

absl::Status GiveTo(const passwd& user, const fs::path& folder) {
  std::error_code error;
  int failed = ::lchown(folder.c_str(), user.pw_uid, user.pw_gid);
  fs::recursive_directory_iterator entries(folder, error);
  for (; !error && failed == 0 && entries != fs::recursive_directory_iterator(); entries.increment(error)) {
    failed = ::lchown(entries->path().c_str(), user.pw_uid, user.pw_gid);
  }
  if (!error && failed == 0) return absl::OkStatus();
  return Error(absl::StatusCode::kUnavailable, "file_error", "cannot give " + folder.string() + " to " + kUser);
}

// Begins a command line that root runs as `user`. The folders above the cluster are root's own, so the server may pass
// through folders that are not its user's: with the lesser of the two capabilities that allow it, if root has that.
std::vector<std::string> AsUser(const passwd& user) {
  bool has_lesser = ::prctl(PR_CAPBSET_READ, CAP_DAC_READ_SEARCH) == 1;
  std::string passing = has_lesser ? "+dac_read_search" : "+dac_override";
  return {"setpriv", "--reuid=" + std::to_string(user.pw_uid), "--regid=" + std::to_string(user.pw_gid),
          "--clear-groups", "--inh-caps=-all," + passing, "--ambient-caps=-all," + passing,
          // The change of the user has cleared it.
          "--pdeathsig=KILL", "--"};
}

absl::Status WriteSettings(const fs::path& folder) {
  // The folder lets nobody else reach the socket.
  std::ofstream(folder / "hba") << "local all all trust\n";
  std::ofstream(folder / "ident").flush();
  std::ofstream conf(folder / "conf");
  if (conf.flush()) return absl::OkStatus();
  return Error(absl::StatusCode::kUnavailable, "file_error", "cannot write to " + folder.string());
}

}  // namespace

absl::StatusOr<std::unique_ptr<PrivateServer>> PrivateServer::Start(const PgTools& tools, const Options& options) {
  RETURN_IF_ERROR(WriteSettings(options.sockets));
  std::vector<std::string> words;
  if (::geteuid() == 0) {
    const passwd* user = ::getpwnam(kUser);
    if (user == nullptr) {
      return Error(absl::StatusCode::kFailedPrecondition, "no_postgres_user",
                   "PostgreSQL does not run as root, and there is no user postgres. Fix: apt-get install"
                   " postgresql-common, or run this as the academy's own user");
    }
    RETURN_IF_ERROR(GiveTo(*user, options.cluster));
    RETURN_IF_ERROR(GiveTo(*user, options.sockets));
    words = AsUser(*user);
  }
  words.insert(words.end(), {tools.Path("postgres"), "-D", options.cluster.string()});
  auto set = [&](const std::string& setting) { words.insert(words.end(), {"-c", setting}); };
  set("config_file=" + (options.sockets / "conf").string());
  set("hba_file=" + (options.sockets / "hba").string());
  set("ident_file=" + (options.sockets / "ident").string());
  set("unix_socket_directories=" + options.sockets.string());
  set("port=" + std::to_string(options.port));
  for (const char* setting : kSettings) set(setting);
  ASSIGN_OR_RETURN(Child child, Child::Start(words, options.log));
  std::unique_ptr<PrivateServer> server(new PrivateServer(options, std::move(child)));
  std::string address = server->Address(kUser, kUser);
  for (absl::Duration end = SteadyNow() + kStartLimit; SteadyNow() < end && server->child_.Runs();
       absl::SleepFor(kPause)) {
    if (PgAnswers(address)) return server;
  }
  return Error(absl::StatusCode::kInternal, "program_failed",
               "PostgreSQL does not start on the copy: read " + options.log.string());
}

PrivateServer::~PrivateServer() {
  if (runs_) child_.End(SIGQUIT);
}

absl::Status PrivateServer::Stop() {
  runs_ = false;
  if (child_.End(SIGINT)) return absl::OkStatus();
  return Error(absl::StatusCode::kInternal, "program_failed",
               "PostgreSQL on the copy did not end well: read " + options_.log.string());
}

std::string PrivateServer::Address(const std::string& user, const std::string& database) const {
  return SocketAddress(options_.sockets.string(), options_.port, user, database);
}

}  // namespace academy::backup
