#include "services/auth/factors/reset_command.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/file.h>
#include <unistd.h>

#include <fstream>
#include <iostream>
#include <memory>

#include "academy/auth/v1/two_factor.grpc.pb.h"
#include "services/auth/auth_server.h"
#include "services/auth/keys/auth_keys.h"
#include "services/platform/base/status.h"
#include "services/platform/encoding/base64.h"
#include "services/platform/keys/key_folder.h"
#include "services/platform/rpc/channel.h"
#include "services/platform/rpc/credential.h"
#include "services/platform/rpc/grpc_status.h"

namespace academy::auth {
namespace {

// Longer than auth takes to restart.
constexpr absl::Duration kTimeout = absl::Seconds(20);

absl::Status Failed(const std::string& message) {
  return Error(absl::StatusCode::kFailedPrecondition, "cannot_reset", message);
}

// The lock by which `./academy run` makes sure that it is the only one over a data folder. Held until the end of its
// scope.
class AcademyLock {
 public:
  explicit AcademyLock(const std::filesystem::path& data)
      : descriptor_(::open((data / "run" / "academy.lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600)),
        held_(descriptor_ >= 0 && ::flock(descriptor_, LOCK_EX | LOCK_NB) == 0) {}
  AcademyLock(const AcademyLock&) = delete;
  AcademyLock& operator=(const AcademyLock&) = delete;
  ~AcademyLock() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }

  bool held() const { return held_; }

 private:
  const int descriptor_;
  const bool held_;
};

// Whether an auth process uses the folder that no `./academy run` started.
bool AuthRuns(const std::filesystem::path& data) {
  pid_t pid = 0;
  std::ifstream(data / "run" / "auth.pid") >> pid;
  if (pid <= 0 || (::kill(pid, 0) != 0 && errno == ESRCH)) return false;
  std::string name;
  std::ifstream("/proc/" + std::to_string(pid) + "/comm") >> name;
  return name == "auth";
}

// What the owner's own programs prove themselves with: docs/grpc-api.md.
absl::StatusOr<Credential> CredentialOfTools(const KeyFolder& keys) {
  ASSIGN_OR_RETURN(KeyRing ring, keys.Ring(key::kTools));
  Key current = ring.Current();
  return Credential("tools:" + current.id + ":" + Base64Url(current.secret));
}

absl::Status Ask(const ResetCommand& command, const KeyFolder& keys) {
  ASSIGN_OR_RETURN(Credential tools, CredentialOfTools(keys));
  v1::TwoFactor::Stub stub(MakeChannel("unix:" + (command.data / "run" / "auth.sock").string(), std::move(tools)));
  grpc::ClientContext context;
  PrepareContext(context, {.credential = {}, .caller = {.kind = CallerKind::kService, .id = "reset-factors"}},
                 kTimeout);
  context.set_wait_for_ready(true);
  v1::ResetFactorsOfRequest request;
  request.set_email(command.email);
  v1::ResetFactorsOfResponse response;
  return FromGrpc(stub.ResetFactorsOf(&context, request, &response));
}

absl::Status DoItself(const ResetCommand& command, const KeyFolder& folder) {
  ASSIGN_OR_RETURN(CallerCheck callers, CallerCheck::Open(folder, "auth"));
  ASSIGN_OR_RETURN(AuthKeys keys, AuthKeys::Open(folder, callers));
  AuthOptions options{.database_url = {}, .keys = std::move(keys)};
  options.zone = command.zone;
  ASSIGN_OR_RETURN(options.database_url, command.database_url);
  if (options.database_url.empty()) {
    std::filesystem::path file = command.data / "auth" / "auth.db";
    if (!std::filesystem::exists(file)) {
      return Failed("there is no " + file.string() + ": for an academy on PostgreSQL give --db");
    }
    options.database_url = file.string();
  }
  ASSIGN_OR_RETURN(std::unique_ptr<AuthServer> auth, AuthServer::Create(options));
  return auth->ResetFactorsOf(command.email);
}

absl::Status Reset(ResetCommand command) {
  std::error_code error;
  command.data = std::filesystem::absolute(command.data, error);
  if (!std::filesystem::is_directory(command.data / "run", error)) {
    return Failed(command.data.string() + " is no academy's data folder, or one that was not started yet");
  }
  ASSIGN_OR_RETURN(KeyFolder keys, KeyFolder::Open(command.data, KeyFolder::Missing::kRefuse));
  AcademyLock lock(command.data);
  return lock.held() && !AuthRuns(command.data) ? DoItself(command, keys) : Ask(command, keys);
}

}  // namespace

int RunResetCommand(const ResetCommand& command) {
  absl::Status reset = Reset(command);
  if (reset.ok()) {
    std::cout << "The second factor of " << command.email << " was removed: the password alone signs in." << std::endl;
    return 0;
  }
  bool unknown = DetailOf(reset).reason == "manager_not_found";
  std::cout << (unknown ? "No manager has the address " + command.email : MessageOf(reset)) << std::endl;
  return 1;
}

}  // namespace academy::auth
