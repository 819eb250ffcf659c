// What every service says to the audit trail: who did what to whom.
//
// Every function is pure and may be called from any thread.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "services/platform/rpc/caller.h"

namespace academy {

// Who acted, or who or what was acted upon.
struct AuditParty {
  // `manager`, `learner`, `service`, `anonymous`; of subjects also `session`, `course`, `assignment`, `asset`, `mail`.
  std::string kind;
  std::string id;
  // As people call it, at the time of the event. The trail looks up the names of people where this is empty.
  std::string name;
};

using AuditDetails = std::map<std::string, std::string>;

// One thing that was done. Never put a password, token, code or mail body into it.
struct AuditEntry {
  // `subject.verb` in snake case.
  std::string action;
  AuditParty subject;
  // What else is worth knowing: names of changed fields, dates, counts. Events can be found by the ids under
  // `learnerId` and `courseId` as by their subject's.
  AuditDetails details;
  // Who acted, where that is not the caller: whoever signs in is still nobody when the call comes.
  std::optional<AuditParty> actor;
};

// Keys of details that name further subjects.
inline constexpr char kAuditLearnerId[] = "learnerId";
inline constexpr char kAuditCourseId[] = "courseId";
// What they are called. The trail looks up a learner's name where it is missing.
inline constexpr char kAuditLearnerName[] = "learnerName";
inline constexpr char kAuditCourseTitle[] = "courseTitle";

// Longest texts of an event, in bytes; longer ones are cut.
inline constexpr size_t kMaxAuditText = 400;
inline constexpr size_t kMaxAuditDetails = 32;

// The caller as an actor, without a name.
AuditParty ActorOf(const Caller& caller);

// `text` as the trail keeps it: UTF-8 without control characters, at most kMaxAuditText bytes, whole characters.
std::string AuditText(std::string_view text);

// `entry` with its texts so.
AuditEntry CleanAuditEntry(AuditEntry entry);

// Whether `action` reads `subject.verb`.
bool IsAuditAction(std::string_view action);

// Names, joined by commas, for details that list changed fields.
class AuditFields {
 public:
  // Adds `name` when `changed`.
  AuditFields& Add(std::string_view name, bool changed);
  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

}  // namespace academy
