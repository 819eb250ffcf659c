// The entries that services write to the audit trail: who did what to whom.
//
// All functions are pure and thread-safe.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "services/platform/rpc/caller.h"

namespace academy {

// The actor or the subject of an event.
struct AuditParty {
  // `manager`, `learner`, `service` or `anonymous`; for actors also `system`, whoever runs the academy's commands on
  // its machine; for subjects also `session`, `course`, `assignment`, `asset`, `mail`, `keys` or `site`.
  std::string kind;
  std::string id;
  // Display name at the time of the event. The trail looks up people's names where this is empty.
  std::string name;
};

using AuditDetails = std::map<std::string, std::string>;

// One recorded action. Must not contain a password, token, code or mail body.
struct AuditEntry {
  // `subject.verb` in snake case.
  std::string action;
  AuditParty subject;
  // Further facts: names of changed fields, dates, counts, further subjects.
  AuditDetails details;
  // The actor, if it is not the caller: at a sign-in the caller is still anonymous.
  std::optional<AuditParty> actor;
};

// Maximum length of an event's texts in bytes; longer ones are truncated.
inline constexpr size_t kMaxAuditText = 400;
inline constexpr size_t kMaxAuditDetails = 32;

// Returns the caller as an actor, without a name.
AuditParty ActorOf(const Caller& caller);

// Returns `text` as the trail stores it: valid UTF-8 without control characters, at most kMaxAuditText bytes, cut
// between characters.
std::string AuditText(std::string_view text);

// Applies AuditText to all texts of `entry`.
AuditEntry CleanAuditEntry(AuditEntry entry);

// Whether `action` has the form `subject.verb`.
bool IsAuditAction(std::string_view action);

// Builds a comma-separated list of names, for details that list changed fields.
class AuditFields {
 public:
  // Adds `name` when `changed`.
  AuditFields& Add(std::string_view name, bool changed);
  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

}  // namespace academy
