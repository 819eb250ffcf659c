// Keys of an audit entry's details that name further subjects. The audit trail finds events by them as well as by their
// subject.
#pragma once

namespace academy {

inline constexpr char kAuditLearnerId[] = "learnerId";
inline constexpr char kAuditCourseId[] = "courseId";
// Display names. The trail looks up a learner's name if it is missing.
inline constexpr char kAuditLearnerName[] = "learnerName";
inline constexpr char kAuditCourseTitle[] = "courseTitle";

}  // namespace academy
