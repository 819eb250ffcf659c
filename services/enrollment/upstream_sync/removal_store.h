// Learners and courses removed by auth and the catalog: their ids in the table `gone`, and the deletion of their rows
// in all other tables.
//
// Each function runs in its caller's transaction or snapshot and may throw as SOCI does.
#pragma once

#include <soci/soci.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "services/enrollment/assignments/assignment_record.h"
#include "services/platform/base/clock.h"

namespace academy::enrollment {

// Delete all assignments and progress of the learner or the course, and store the id as removed, so that it can no
// longer be assigned. Return the ids of the deleted assignments; none the second time.
std::vector<std::string> DeleteLearnerData(soci::session& sql, const std::string& learner_id, UnixMillis now);
std::vector<std::string> DeleteCourseData(soci::session& sql, const std::string& course_id, UnixMillis now);

// Returns the id of the course or the learner, whichever was removed (either if both were); nullopt if neither.
std::optional<std::string> FindRemoved(soci::session& sql, const AssignmentKey& key);

// Lists the removed ids, and takes one off the list.
std::vector<std::string> ListRemoved(soci::session& sql);
void ForgetRemoved(soci::session& sql, const std::string& id);

// Returns the ids of learners with rows here, in the database's order, after this one: at most `limit`.
std::vector<std::string> ListStoredLearnersAfter(soci::session& sql, const std::string& after, int limit);
// Return the ids of all learners, or courses, with rows here, in the database's order.
std::vector<std::string> ListStoredLearners(soci::session& sql);
std::vector<std::string> ListStoredCourses(soci::session& sql);

// Return the number of assignments of the learners, or of the courses.
int64_t CountLearnerAssignments(soci::session& sql, const std::vector<std::string>& learner_ids);
int64_t CountCourseAssignments(soci::session& sql, const std::vector<std::string>& course_ids);

}  // namespace academy::enrollment
