#include "services/auth/audit/audit_command.h"

#include <iostream>
#include <memory>
#include <optional>

#include "services/auth/audit/audit_verification.h"
#include "services/platform/base/status.h"
#include "services/platform/db/database.h"
#include "services/platform/keys/key_folder.h"

namespace academy::auth {
namespace {

absl::StatusOr<AuditVerdict> Verify(const AuditCommand& command) {
  std::optional<NotedHead> noted;
  if (!command.noted.empty()) {
    ASSIGN_OR_RETURN(noted, ReadNotedHead(command.noted));
  }
  ASSIGN_OR_RETURN(KeyFolder folder, KeyFolder::Open(command.data, KeyFolder::Missing::kRefuse));
  ASSIGN_OR_RETURN(KeyRing keys, folder.Ring(key::kAuditSeal));
  ASSIGN_OR_RETURN(std::string url, command.database_url);
  if (url.empty()) {
    std::filesystem::path file = command.data / "auth" / "auth.db";
    if (!std::filesystem::exists(file)) {
      return Error(absl::StatusCode::kFailedPrecondition, "no_database",
                   "there is no " + file.string() + ": for an academy on PostgreSQL give --db");
    }
    url = file.string();
  }
  ASSIGN_OR_RETURN(std::unique_ptr<Database> database, Database::OpenReadOnly({.url = url, .readers = 1}));
  return VerifyAudit(*database, keys, noted);
}

}  // namespace

int PrintAuditVerdict(const AuditCommand& command) {
  absl::StatusOr<AuditVerdict> verdict = Verify(command);
  if (!verdict.ok()) {
    std::cerr << "Cannot verify the audit trail: " << MessageOf(verdict.status()) << std::endl;
    return 2;
  }
  if (!verdict->whole()) {
    std::cout << "Audit trail is broken at position " << verdict->broken_at << ": " << verdict->fault << std::endl;
    return 1;
  }
  std::cout << "Audit trail is whole: " << verdict->events << " events" << std::endl;
  if (verdict->events > 0) std::cout << "Head: " << verdict->events << ":" << verdict->head << std::endl;
  return 0;
}

}  // namespace academy::auth
