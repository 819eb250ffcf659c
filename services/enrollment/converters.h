// From records to the messages of the API. Pure; callable from any thread.
#pragma once

#include <string>
#include <vector>

#include "absl/types/span.h"
#include "academy/catalog/v1/course.pb.h"
#include "academy/enrollment/v1/assignment.pb.h"
#include "services/enrollment/assignments/assignment_store.h"
#include "services/enrollment/progress/progress_store.h"
#include "services/enrollment/watching/course_outline.h"
#include "services/platform/base/clock.h"

namespace academy::enrollment {

// With its state at `now`; without course, user and progress.
v1::Assignment ToProto(const AssignmentRecord& record, UnixMillis now);
// Appends what ToProto gives, serialized.
void AppendAssignment(const AssignmentRecord& record, UnixMillis now, std::string& wire);

// Progress in `course`, with an entry for each of its parts in their order. `records` may hold other courses too.
v1::Progress ToProgress(const CourseOutline& course, absl::Span<const ProgressRecord> records,
                        const ProgressRules& rules);

// Whether all parts that can be watched are complete, where there is one.
bool IsCompleted(const CourseOutline& course, absl::Span<const ProgressRecord> records);

// Seconds to milliseconds, to the nearest.
int64_t ToMillis(double seconds);
double ToSeconds(int64_t millis);

// A course as a learner sees it in lists: its parts carry no media.
catalog::v1::Course WithoutMedia(catalog::v1::Course course);
// As a learner sees it while watching: whether a part's video is ready, but not which asset it is.
catalog::v1::Course WithoutAssets(catalog::v1::Course course);
// For lists that repeat one course on every row: without parts and description, which would be sent a thousand times.
catalog::v1::Course Summary(const catalog::v1::Course& course);

}  // namespace academy::enrollment
