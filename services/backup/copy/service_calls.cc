#include "services/backup/copy/service_calls.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstring>
#include <fstream>
#include <utility>

#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "academy/catalog/v1/removals.grpc.pb.h"
#include "academy/common/v1/snapshots.grpc.pb.h"
#include "services/platform/base/status.h"
#include "services/platform/encoding/base64.h"
#include "services/platform/keys/key_folder.h"
#include "services/platform/rpc/channel.h"
#include "services/platform/rpc/grpc_status.h"
#include "services/platform/snapshots/sqlite_copy.h"

namespace academy::backup {
namespace {

// Longer than a service takes to restart; the snapshot itself may take as long as a large database needs.
constexpr absl::Duration kPatience = absl::Seconds(20);
constexpr absl::Duration kSnapshotTime = absl::Minutes(30);
// The hold of a backup that was killed ends after this time.
constexpr int kHoldSeconds = 60;
constexpr absl::Duration kRenewal = absl::Seconds(10);
constexpr absl::Duration kRetry = absl::Seconds(1);

const CallIdentity& Myself() {
  static const CallIdentity* const identity =
      new CallIdentity{.credential = {}, .caller = {.kind = CallerKind::kService, .id = "backup"}};
  return *identity;
}

// Whether `./academy run` keeps the folder's processes running.
bool IsSupervised(const std::filesystem::path& data) {
  int fd = ::open((data / "run" / "academy.lock").c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return false;
  bool held = ::flock(fd, LOCK_SH | LOCK_NB) != 0;
  ::close(fd);
  return held;
}

bool Listens(const std::filesystem::path& socket_file) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::string path = socket_file.string();
  if (path.size() >= sizeof(address.sun_path)) return false;
  std::memcpy(address.sun_path, path.data(), path.size());
  int fd = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  bool connected = fd >= 0 && ::connect(fd, reinterpret_cast<sockaddr*>(&address), sizeof(address)) == 0;
  if (fd >= 0) ::close(fd);
  return connected;
}

// What the owner's own programs prove themselves with: docs/grpc-api.md.
absl::StatusOr<Credential> CredentialOfTools(const KeyFolder& keys) {
  ASSIGN_OR_RETURN(KeyRing ring, keys.Ring(key::kTools));
  Key current = ring.Current();
  return Credential("tools:" + current.id + ":" + Base64Url(current.secret));
}

std::shared_ptr<grpc::Channel> ChannelTo(const std::filesystem::path& data, const std::string& service,
                                         const Credential& credential) {
  return MakeChannel("unix:" + (data / "run" / (service + ".sock")).string(), credential);
}

}  // namespace

absl::StatusOr<ServiceCalls> ServiceCalls::Open(const std::filesystem::path& data) {
  ASSIGN_OR_RETURN(KeyFolder keys, KeyFolder::Open(data, KeyFolder::Missing::kRefuse));
  ASSIGN_OR_RETURN(Credential credential, CredentialOfTools(keys));
  return ServiceCalls(data, std::move(credential));
}

bool ServiceCalls::Runs(const std::string& service) const {
  return Listens(data_ / "run" / (service + ".sock")) || IsSupervised(data_);
}

absl::StatusOr<std::string> ServiceCalls::Snapshot(const std::string& service, const std::string& folder) const {
  std::filesystem::path copies = data_ / "run" / folder;
  if (!Runs(service)) {
    std::filesystem::path file = data_ / service / (service + ".db");
    if (!std::filesystem::exists(file)) {
      return Error(absl::StatusCode::kFailedPrecondition, "no_database",
                   "there is no " + file.string() + ", and " + service +
                       " does not run. Fix: if its database is in PostgreSQL, start it: it says where");
    }
    RETURN_IF_ERROR(CopySqlite(file, copies / (service + ".db")));
    return std::string();
  }
  std::shared_ptr<grpc::Channel> channel = ChannelTo(data_, service, credential_);
  if (!channel->WaitForConnected(absl::ToChronoTime(absl::Now() + kPatience))) {
    return Error(absl::StatusCode::kUnavailable, "service_away", service + " does not answer");
  }
  common::v1::Snapshots::Stub stub(channel);
  grpc::ClientContext context;
  PrepareContext(context, Myself(), kSnapshotTime);
  common::v1::TakeRequest request;
  request.set_folder(folder);
  common::v1::TakeResponse response;
  RETURN_IF_ERROR(FromGrpc(stub.Take(&context, request, &response)));
  std::filesystem::path file = copies / (service + ".address");
  std::string address;
  std::ifstream(file) >> address;
  std::error_code ignored;
  std::filesystem::remove(file, ignored);
  return address;
}

absl::Status ServiceCalls::Hold(const std::string& id, bool continued) const {
  catalog::v1::Removals::Stub stub(ChannelTo(data_, "catalog", credential_));
  grpc::ClientContext context;
  PrepareContext(context, Myself(), kPatience);
  context.set_wait_for_ready(true);
  catalog::v1::HoldRequest request;
  request.set_id(id);
  request.set_seconds(kHoldSeconds);
  request.set_continued(continued);
  catalog::v1::HoldResponse response;
  return FromGrpc(stub.Hold(&context, request, &response));
}

absl::Status ServiceCalls::Release(const std::string& id) const {
  catalog::v1::Removals::Stub stub(ChannelTo(data_, "catalog", credential_));
  grpc::ClientContext context;
  PrepareContext(context, Myself());
  catalog::v1::ReleaseRequest request;
  request.set_id(id);
  catalog::v1::ReleaseResponse response;
  return FromGrpc(stub.Release(&context, request, &response));
}

HeldRemovals::HeldRemovals(const ServiceCalls& calls, std::string id)
    : calls_(calls), id_(std::move(id)), watch_(Clock::System(), absl::Seconds(kHoldSeconds)) {}

absl::StatusOr<std::unique_ptr<HeldRemovals>> HeldRemovals::Begin(const ServiceCalls& calls, const std::string& id) {
  std::unique_ptr<HeldRemovals> held(new HeldRemovals(calls, id));
  if (!calls.Runs("catalog")) return held;
  RETURN_IF_ERROR(calls.Hold(id, /*continued=*/false));
  held->thread_ = std::thread([held = held.get()] { held->KeepHolding(); });
  return held;
}

HeldRemovals::~HeldRemovals() {
  if (!thread_.joinable()) return;
  {
    absl::MutexLock lock(&mutex_);
    ending_ = true;
    ended_.Changed();
  }
  thread_.join();
  // It would end by itself.
  calls_.Release(id_).IgnoreError();
}

absl::Status HeldRemovals::Renew() {
  absl::Status renewed = calls_.Hold(id_, /*continued=*/true);
  watch_.Note(renewed);
  return renewed;
}

bool HeldRemovals::EndsWithin(absl::Duration pause) {
  absl::MutexLock lock(&mutex_);
  return ended_.Await(mutex_, pause, [this]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) { return ending_; });
}

absl::Status HeldRemovals::StillHeld() {
  if (!thread_.joinable()) return absl::OkStatus();
  while (!watch_.Lost()) {
    if (Renew().ok() && !watch_.Lost()) return absl::OkStatus();
    EndsWithin(kRetry);
  }
  return Error(absl::StatusCode::kUnavailable, "hold_lost",
               "catalog was restarted during the backup and may have removed files: make another backup");
}

void HeldRemovals::KeepHolding() {
  while (!EndsWithin(kRenewal)) Renew().IgnoreError();
}

}  // namespace academy::backup
