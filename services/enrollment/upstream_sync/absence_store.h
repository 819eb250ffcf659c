// The tables `absences` and `refused_lists`: learners and courses that auth or the catalog no longer lists although it
// never said that they were removed. Their assignments and progress are kept, and access is denied meanwhile.
//
// Each function runs in its caller's transaction or snapshot and may throw as SOCI does.
#pragma once

#include <soci/soci.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "services/enrollment/assignments/assignment_record.h"
#include "services/platform/base/clock.h"

namespace academy::enrollment {

// What auth or the catalog lists.
enum class ListKind { kLearners, kCourses };
inline constexpr ListKind kListKinds[] = {ListKind::kLearners, ListKind::kCourses};

// `learner` or `course`, as the tables and managers name one of the list.
std::string_view KindText(ListKind kind);

struct Absence {
  std::string id;
  UnixMillis since = 0;
  // How often it was found to be absent still, and when last.
  int checks = 0;
  UnixMillis checked_at = 0;
};

// A list that was not believed.
struct RefusedList {
  UnixMillis since = 0;
  // Number of ids that it lacks, of those known here.
  int64_t missing = 0;
  int64_t known = 0;
};

// Does nothing for an absent id.
void MarkAbsent(soci::session& sql, ListKind kind, const std::string& id, UnixMillis now);
void ClearAbsence(soci::session& sql, const std::string& id);
void CountCheck(soci::session& sql, const std::string& id, UnixMillis now);
std::vector<Absence> ListAbsences(soci::session& sql, ListKind kind);
// Whether the course or the learner is absent.
bool IsAbsent(soci::session& sql, const AssignmentKey& key);

void StoreRefusedList(soci::session& sql, ListKind kind, const RefusedList& refused);
void ClearRefusedList(soci::session& sql, ListKind kind);
// At most one.
std::vector<RefusedList> FindRefusedList(soci::session& sql, ListKind kind);

// Whether something is absent, or the list refused.
bool AnyMissing(soci::session& sql, ListKind kind);

}  // namespace academy::enrollment
