// The parts of courses in the database.
//
// Each function runs in its caller's transaction or snapshot and may throw as SOCI does.
#pragma once

#include <soci/soci.h>

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "services/catalog/courses/course_record.h"
#include "services/platform/base/clock.h"

namespace academy::catalog {

// A part as a manager sends it; without `id` it is new.
struct PartDraft {
  std::string id;
  std::string title;
  std::string description;
  // Empty for none.
  std::string asset_id;
  // The one that the manager has seen; 0 for unknown. Not checked here.
  int64_t revision = 0;
};

// Fills in the parts of `courses`, with the state of their videos.
void LoadParts(soci::session& sql, std::vector<CourseRecord>& courses);
// The same in one statement, if `courses` are all courses of the database.
void LoadAllParts(soci::session& sql, std::vector<CourseRecord>& courses);

// Sets the parts of a course to `drafts`, in that order; parts left out are deleted. Updates for their assets,
// including those of earlier parts, whether a part uses them. Increases the revision of each part that becomes another
// one, not of those that only move. NOT_FOUND asset_not_found; INVALID_ARGUMENT
// validation_failed for an id that is no part of the course or is repeated. After an error the caller must roll back.
absl::Status SetParts(soci::session& sql, const std::string& course_id, const std::vector<PartDraft>& drafts,
                      UnixMillis now);

// Sets the video of one part of a course, and updates for it and the part's earlier video whether a part uses them.
// NOT_FOUND part_not_found or asset_not_found, before anything is changed.
absl::Status SetPartVideo(soci::session& sql, const std::string& course_id, const std::string& part_id,
                          const std::string& asset_id, UnixMillis now);

// Increases the revisions of the parts that use an asset, and of their courses, before the asset is deleted.
void CountLossOfVideo(soci::session& sql, const std::string& asset_id);

}  // namespace academy::catalog
