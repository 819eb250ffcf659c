#include "services/auth/audit/audit_service.h"

#include <utility>
#include <vector>

#include "services/auth/audit/audit_messages.h"
#include "services/platform/base/status.h"

namespace academy::auth {

absl::StatusOr<v1::ListEventsResponse> AuditService::ListEvents(const Caller& caller,
                                                                const v1::ListEventsRequest& request) {
  RETURN_IF_ERROR(RequireManagerOrService(caller));
  ASSIGN_OR_RETURN(absl::TimeZone zone, deps_.database.Read([&](soci::session& sql) -> absl::StatusOr<absl::TimeZone> {
    return deps_.zone.In(sql);
  }));
  ASSIGN_OR_RETURN(AuditQuery query, ReadAuditQuery(request, zone));
  // One row more than the page shows whether another page follows.
  size_t page = static_cast<size_t>(query.limit++);
  // What is committed is in the list.
  RETURN_IF_ERROR(deps_.audit.ChainWaiting(deps_.database));
  using Events = absl::StatusOr<std::vector<AuditRecord>>;
  ASSIGN_OR_RETURN(std::vector<AuditRecord> events,
                   deps_.database.Read([&](soci::session& sql) -> Events { return QueryAuditEvents(sql, query); }));

  v1::ListEventsResponse response;
  response.set_message(events.empty() ? "No data found." : "Fetched Successfully");
  if (events.size() > page) {
    events.pop_back();
    response.set_next_cursor(MakeAuditCursor(events.back()));
  }
  for (const AuditRecord& event : events) *response.add_result() = ToProto(event);
  return response;
}

absl::StatusOr<v1::AppendEventsResponse> AuditService::AppendEvents(const Caller& caller,
                                                                    const v1::AppendEventsRequest& request) {
  ASSIGN_OR_RETURN(std::vector<AuditRecord> events, ReadEvents(request));
  RETURN_IF_ERROR(deps_.database.Write([&](Transaction& tx) -> absl::Status {
    deps_.audit.Append(tx, events);
    return absl::OkStatus();
  }));
  return v1::AppendEventsResponse();
}

}  // namespace academy::auth
