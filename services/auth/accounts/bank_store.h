// Learners' bank details in the database, where they are encrypted.
//
// Each function runs in its caller's transaction or snapshot and may throw as SOCI does.
#pragma once

#include <soci/soci.h>

#include <string>

#include "absl/status/statusor.h"
#include "services/platform/base/clock.h"
#include "services/platform/keys/key_ring.h"

namespace academy::auth {

struct BankRecord {
  std::string learner_id;
  std::string account_holder;
  std::string bank_name;
  // Upper-case, without spaces; may be empty.
  std::string iban;
  // 0 if the learner has entered none.
  UnixMillis updated_at = 0;
};

// Returns empty strings if the learner has entered none. Errors of KeyRing::Decrypt.
absl::StatusOr<BankRecord> FindBank(soci::session& sql, const KeyRing& keys, const std::string& learner_id);
// Inserts or replaces. Deleting the learner deletes them too.
void PutBank(soci::session& sql, const KeyRing& keys, const BankRecord& bank);
void DeleteBank(soci::session& sql, const std::string& learner_id);

}  // namespace academy::auth
