// Converts records to API messages. All functions are pure and thread-safe.
#pragma once

#include <string>
#include <vector>

#include "absl/types/span.h"
#include "academy/catalog/v1/course.pb.h"
#include "academy/enrollment/v1/assignment.pb.h"
#include "services/enrollment/assignments/assignment_record.h"
#include "services/enrollment/progress/progress_store.h"
#include "services/enrollment/watching/course_outline.h"
#include "services/platform/base/clock.h"

namespace academy::enrollment {

// Sets the state at `now`, but not course, learner and progress.
v1::Assignment ToProto(const AssignmentRecord& record, UnixMillis now);
// Appends the message of ToProto, serialized.
void AppendAssignment(const AssignmentRecord& record, UnixMillis now, std::string& wire);

// Returns the progress in `course`, with an entry for each of its parts in order. `records` may include other courses.
v1::Progress ToProgress(const CourseOutline& course, absl::Span<const ProgressRecord> records,
                        const ProgressRules& rules);
// The same for a learner's list: with entries only for parts that the learner has begun.
v1::Progress ToListedProgress(const CourseOutline& course, absl::Span<const ProgressRecord> records,
                              const ProgressRules& rules);

// Whether there is a watchable part and all watchable parts are completed.
bool IsCompleted(const CourseOutline& course, absl::Span<const ProgressRecord> records);

// Convert between seconds and milliseconds; ToMillis rounds to the nearest.
int64_t ToMillis(double seconds);
double ToSeconds(int64_t millis);

// The course as a learner sees it in lists: without media in its parts.
catalog::v1::Course WithoutMedia(catalog::v1::Course course);
// The course as a learner sees it while watching: with whether a part's video is ready, but not its asset.
catalog::v1::Course WithoutAssets(catalog::v1::Course course);
// For lists that repeat one course in every row: without parts and description, which would be sent a thousand times.
catalog::v1::Course Summary(const catalog::v1::Course& course);

}  // namespace academy::enrollment
