// Courses in the database. Those in the bin (bin/course_bin_store.h) are found by FindBinnedCourse alone.
//
// Each function runs in its caller's transaction or snapshot and may throw as SOCI does. None appends events: callers
// append changes to the feed and the audit trail in the same transaction. Each change of a course increases its
// revision by one.
#pragma once

#include <soci/soci.h>

#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "services/catalog/courses/course_record.h"
#include "services/catalog/courses/part_store.h"
#include "services/platform/base/clock.h"

namespace academy::catalog {

struct NewCourse {
  std::string title;
  std::string description;
  std::vector<PartDraft> parts;
  // A picture reserved with ReservePicture; nullopt for none.
  std::optional<std::string> image;
};

struct CourseChange {
  std::optional<std::string> title;
  std::optional<std::string> description;
  // The whole list: parts left out are deleted.
  std::optional<std::vector<PartDraft>> parts;
};

// Returns the course with its parts; nullopt if there is none.
std::optional<CourseRecord> FindCourse(soci::session& sql, const std::string& id);
// Returns a course in the bin with its parts; nullopt if it is not there.
std::optional<CourseRecord> FindBinnedCourse(soci::session& sql, const std::string& id);
// Returns courses with their parts, in the order of `ids`; unknown and repeated ids are left out.
std::vector<CourseRecord> FindCourses(soci::session& sql, const std::vector<std::string>& ids);

// Inserts the course under a new id, keeps its picture, and returns the course as FindCourse does. NOT_FOUND
// asset_not_found; INVALID_ARGUMENT validation_failed if a part has an id. After an error the caller must roll back.
absl::StatusOr<CourseRecord> InsertCourse(soci::session& sql, const NewCourse& course, UnixMillis now);
// Changes `course`, which must exist, and returns it as FindCourse does. NOT_FOUND asset_not_found; INVALID_ARGUMENT
// validation_failed for an id that is no part of this course. After an error the caller must roll back.
absl::StatusOr<CourseRecord> UpdateCourse(soci::session& sql, const CourseRecord& course, const CourseChange& change,
                                          UnixMillis now);
// Sets the video of one part of `course`, which must exist, and returns the course as FindCourse does. NOT_FOUND
// part_not_found or asset_not_found, before anything is changed.
absl::StatusOr<CourseRecord> SetCoursePartVideo(soci::session& sql, const CourseRecord& course,
                                                const std::string& part_id, const std::string& asset_id,
                                                UnixMillis now);
// Sets a reserved picture on `course`, which must exist, schedules the removal of the earlier one, and returns the
// course as FindCourse does.
CourseRecord SetCourseImage(soci::session& sql, const CourseRecord& course, const std::string& image, UnixMillis now);
// Deletes `course` for good, its parts, its picture, and the assets that no other course uses. Returns the ids of those
// assets; the caller must remove their uploaded files.
std::vector<std::string> DeleteCourse(soci::session& sql, const CourseRecord& course, UnixMillis now);

}  // namespace academy::catalog
