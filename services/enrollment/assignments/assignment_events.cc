#include "services/enrollment/assignments/assignment_events.h"

#include <utility>

#include "academy/enrollment/v1/access.pb.h"
#include "services/contracts/audit_details.h"

namespace academy::enrollment {

std::string AssignmentEvent(const std::string& assignment_id, bool removed) {
  v1::Event event;
  event.mutable_assignment_changed()->set_assignment_id(assignment_id);
  event.mutable_assignment_changed()->set_removed(removed);
  return event.SerializeAsString();
}

void AppendAssignmentsRemoved(ChangeFeed& feed, Transaction& tx, const std::vector<std::string>& assignment_ids) {
  std::vector<std::string> events;
  events.reserve(assignment_ids.size());
  for (const std::string& id : assignment_ids) events.push_back(AssignmentEvent(id, /*removed=*/true));
  feed.AppendAll(tx, events);
}

AuditEntry AssignmentEntry(const AuditContext& context, const char* action, const std::string& id,
                           const AssignmentKey& key) {
  auto name_of = [&](const std::string& party) {
    auto found = context.names.find(party);
    return found == context.names.end() ? std::string() : found->second;
  };
  AuditEntry entry{.action = action,
                   .subject = {.kind = "assignment", .id = id, .name = name_of(key.course_id)},
                   .details = {{kAuditCourseId, key.course_id}, {kAuditLearnerId, key.learner_id}}};
  if (std::string title = name_of(key.course_id); !title.empty()) entry.details[kAuditCourseTitle] = std::move(title);
  if (std::string learner = name_of(key.learner_id); !learner.empty())
    entry.details[kAuditLearnerName] = std::move(learner);
  return entry;
}

AuditEntry AssignmentEntry(const AuditContext& context, const char* action, const std::string& id,
                           const AssignmentKey& key, const Window& window) {
  AuditEntry entry = AssignmentEntry(context, action, id, key);
  entry.details["startDate"] = FormatTime(window.start);
  entry.details["expiryDate"] = FormatTime(window.expiry);
  return entry;
}

}  // namespace academy::enrollment
