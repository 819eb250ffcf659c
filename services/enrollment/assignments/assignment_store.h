// The table `assignments`.
//
// Each function runs in its caller's transaction or snapshot and may throw as SOCI does.
#pragma once

#include <soci/soci.h>

#include <optional>
#include <string>
#include <vector>

#include "services/enrollment/access/access.h"
#include "services/enrollment/assignments/assignment_record.h"
#include "services/enrollment/assignments/date_column.h"
#include "services/platform/base/clock.h"

namespace academy::enrollment {

// Return the assignments of a course or of a learner, newest first, without those whose learner or course is in the
// bin.
std::vector<AssignmentRecord> ListAssignmentsOfCourse(soci::session& sql, const std::string& course_id);
std::vector<AssignmentRecord> ListAssignmentsOfLearner(soci::session& sql, const std::string& learner_id);

// The course's assignments of these learners, in no order; binned learners are left out.
std::vector<AssignmentRecord> ListAssignmentsAmong(soci::session& sql, const std::string& course_id,
                                                   const std::vector<std::string>& learner_ids);
// Returns the date of that column.
UnixMillis DateOf(const AssignmentRecord& assignment, DateColumn column);
// Where a page ordered by a date and the id begins: after the assignment with these.
struct DatePosition {
  UnixMillis date = 0;
  std::string id;
};
// At most `limit` of the course's assignments in that order; binned learners are left out.
std::vector<AssignmentRecord> ListAssignmentsByDate(soci::session& sql, const std::string& course_id, DateColumn column,
                                                    bool descending, const std::optional<DatePosition>& after,
                                                    int limit);
// The learners of the course's assignments, or of those in that state at `now`, without binned ones, in no order.
std::vector<std::string> ListLearnersOfCourse(soci::session& sql, const std::string& course_id,
                                              std::optional<AccessState> state, UnixMillis now);
// The number of the course's assignments, or of those in that state at `now`, without binned learners.
int64_t CountAssignmentsOfCourse(soci::session& sql, const std::string& course_id, std::optional<AccessState> state,
                                 UnixMillis now);
// Find an assignment by its id, or by course and learner; nullopt if there is none.
std::optional<AssignmentRecord> FindAssignment(soci::session& sql, const std::string& id);
std::optional<AssignmentRecord> FindAssignmentOf(soci::session& sql, const AssignmentKey& key);

// Returns the assignments of those keys whose learner and course are neither in the bin nor absent, in no particular
// order. The keys must differ.
std::vector<AssignmentRecord> ListPermittedAssignments(soci::session& sql, const std::vector<AssignmentKey>& keys);

// Throws if the key is already assigned, and, like the next two, for a window that ends before it starts.
void InsertAssignment(soci::session& sql, const AssignmentRecord& assignment);
// Each change of a window increases the assignment's revision by one. Does nothing if there is no such assignment.
void SetAssignmentWindow(soci::session& sql, const std::string& id, const Window& window, UnixMillis now);
void SetAssignmentExpiry(soci::session& sql, const std::string& id, UnixMillis expiry, UnixMillis now);
// Returns the id of the deleted assignment; nullopt if there was none.
std::optional<std::string> DeleteAssignment(soci::session& sql, const AssignmentKey& key);

// ListAssignmentIds returns the ids of a course's assignments with exactly this window, in no particular order;
// SetExpiryOfWindow changes their expiries in one statement.
std::vector<std::string> ListAssignmentIds(soci::session& sql, const std::string& course_id, const Window& window);
void SetExpiryOfWindow(soci::session& sql, const std::string& course_id, const Window& window, UnixMillis expiry,
                       UnixMillis now);

}  // namespace academy::enrollment
