// Looks through the whole audit trail for anything that was changed, removed, put in, moved or cut off.
//
// Every function may be called from any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "services/auth/audit/audit_chain.h"
#include "services/platform/db/database.h"

namespace academy::auth {

struct AuditVerdict {
  int64_t events = 0;
  // Of the newest event; empty without any.
  std::string head;
  // The first position that is not as it was written; 0 when the trail is whole.
  int64_t broken_at = 0;
  // What is wrong there, for people.
  std::string fault;

  bool whole() const { return broken_at == 0; }
};

// A head that was noted earlier: `<position>:<hash>`. INVALID_ARGUMENT when it does not read so.
struct NotedHead {
  int64_t position = 0;
  std::string hash;
};
absl::StatusOr<NotedHead> ReadNotedHead(std::string_view text);

// Reads every event on one snapshot, beside whoever writes. `credential` is the academy's internal one; `noted` must
// still be in the chain. Errors as Database::Read.
absl::StatusOr<AuditVerdict> VerifyAudit(Database& database, std::string_view credential,
                                         const std::optional<NotedHead>& noted = std::nullopt);

}  // namespace academy::auth
