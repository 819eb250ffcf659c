#include "services/auth/keys/key_keeper.h"

#include "absl/time/time.h"
#include "services/platform/base/log.h"
#include "services/platform/base/status.h"

namespace academy::auth {
namespace {

constexpr absl::Duration kInterval = absl::Seconds(5);
// How often rows are looked for that another auth process, which did not know the new key yet, wrote with an old one.
constexpr absl::Duration kCleanEvery = absl::Hours(1);

}  // namespace

KeyKeeper::KeyKeeper(Database& database, AuditTrail& audit, const AuthKeys& keys, const Clock& clock)
    : database_(database),
      audit_(audit),
      keys_(keys),
      clock_(clock),
      task_({.failure = "rotated keys not taken up", .interval = kInterval, .run_at_start = true},
            [this] { return Keep(); }) {}

absl::Status KeyKeeper::Keep() {
  absl::MutexLock lock(&mutex_);
  RETURN_IF_ERROR(KeepSeal());
  return KeepTable(kBankDetails, keys_.bank);
}

absl::Status KeyKeeper::KeepSeal() {
  Done& done = done_[std::string(key::kAuditSeal)];
  std::string current = keys_.audit_seal.Current().id;
  if (done.key_id == current) return absl::OkStatus();
  RETURN_IF_ERROR(database_.Write([&](Transaction& tx) -> absl::Status {
    audit_.SealWithCurrentKey(tx);
    return absl::OkStatus();
  }));
  done.key_id = current;
  return absl::OkStatus();
}

absl::Status KeyKeeper::KeepTable(const EncryptedTable& table, const KeyRing& keys) {
  Done& done = done_[std::string(table.purpose)];
  std::string current = keys.Current().id;
  UnixMillis now = clock_.Now();
  if (done.key_id == current && now < done.cleaned_at + kCleanEvery) return absl::OkStatus();
  RETURN_IF_ERROR(EncryptAgain(database_, table, keys));
  RETURN_IF_ERROR(keys_.remove_unused(table.purpose, {current}));
  if (!done.key_id.empty() && done.key_id != current) LogInfo("encrypted again", {{"purpose", table.purpose}});
  done = {.key_id = current, .cleaned_at = now};
  return absl::OkStatus();
}

}  // namespace academy::auth
