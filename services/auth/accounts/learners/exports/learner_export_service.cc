#include "services/auth/accounts/learners/exports/learner_export_service.h"

#include <string>
#include <utility>

#include "services/auth/sessions/recent.h"
#include "services/platform/base/status.h"

namespace academy::auth {
namespace {

AuditEntry EntryOf(const v1::RecordLearnerExportRequest& request) {
  // A file of one learner is an event about this learner; any other is about learners in general.
  std::string id = request.learner_ids_size() == 1 ? request.learner_ids(0) : "";
  AuditEntry entry{.action = "learner.exported",
                   .subject = {.kind = "learner", .id = std::move(id), .name = {}},
                   .details = {{"learners", std::to_string(request.learners())}}};
  if (!request.search().empty()) entry.details["search"] = request.search();
  if (request.courses()) entry.details["with"] = "courses";
  return entry;
}

}  // namespace

absl::StatusOr<v1::RecordLearnerExportResponse> LearnerExportService::RecordExport(
    const Caller& caller, const v1::RecordLearnerExportRequest& request) {
  RETURN_IF_ERROR(RequireManager(caller));
  RETURN_IF_ERROR(deps_.database.Write([&](Transaction& tx) -> absl::Status {
    if (absl::Status recent = RequireRecent(tx.sql(), caller, deps_.clock.Now()); !recent.ok()) return recent;
    deps_.audit.Record(tx, caller, EntryOf(request));
    return absl::OkStatus();
  }));
  return v1::RecordLearnerExportResponse();
}

}  // namespace academy::auth
