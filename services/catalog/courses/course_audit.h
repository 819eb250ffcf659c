// Audit entries for changes of courses.
//
// Pure functions, callable from any thread.
#pragma once

#include "services/catalog/courses/course_record.h"
#include "services/platform/audit/audit_entry.h"

namespace academy::catalog {

AuditEntry CourseCreated(const CourseRecord& course);
// Includes the changed fields, the earlier title, and the numbers of parts added and removed.
AuditEntry CourseUpdated(const CourseRecord& before, const CourseRecord& after);
AuditEntry CourseImageUpdated(const CourseRecord& course);
AuditEntry CourseDeleted(const CourseRecord& course);
// Out of the bin, and out of the bin for good.
AuditEntry CourseRestored(const CourseRecord& course);
AuditEntry CoursePurged(const CourseRecord& course);

}  // namespace academy::catalog
