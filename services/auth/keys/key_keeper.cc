#include "services/auth/keys/key_keeper.h"

#include <algorithm>
#include <utility>

#include "absl/time/time.h"
#include "services/auth/keys/known_keys.h"
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
  // What fails keeps none of the others from its turn.
  absl::Status kept = RecordRotations();
  kept.Update(KeepSeal());
  kept.Update(KeepTable(kBankDetails, keys_.bank));
  kept.Update(KeepTable(kTotpSecrets, keys_.second_factor));
  return kept.ok() ? CleanRings() : kept;
}

absl::Status KeyKeeper::RecordRotations() {
  ASSIGN_OR_RETURN(std::vector<KeyName> names, keys_.names());
  if (names != names_) {
    RETURN_IF_ERROR(database_.Write([&](Transaction& tx) -> absl::Status {
      RecordNewKeys(tx, audit_, names);
      return absl::OkStatus();
    }));
    names_ = std::move(names);
  }
  return absl::OkStatus();
}

absl::Status KeyKeeper::CleanRings() {
  UnixMillis now = clock_.Now();
  if (now < rings_cleaned_at_ + kCleanEvery) return absl::OkStatus();
  for (const KeyPurpose& purpose : KeyPurposes()) {
    bool here =
        std::any_of(names_.begin(), names_.end(), [&](const KeyName& name) { return name.purpose == purpose.name; });
    if (here && purpose.use != KeyUse::kEncrypt) RETURN_IF_ERROR(keys_.remove_unused(purpose.name, {}));
  }
  rings_cleaned_at_ = now;
  return absl::OkStatus();
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
