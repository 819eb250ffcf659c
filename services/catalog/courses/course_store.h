// Courses and their parts in the database.
//
// Thread-safe. Every change is one transaction with its event in the feed, and with what the audit trail says of the
// caller who makes it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "services/catalog/courses/course_queries.h"
#include "services/catalog/records.h"
#include "services/platform/audit/audit_outbox.h"
#include "services/platform/base/clock.h"
#include "services/platform/db/database.h"
#include "services/platform/feed/change_feed.h"
#include "services/platform/rpc/caller.h"

namespace academy::catalog {

struct NewCourse {
  std::string title;
  std::string description;
  std::vector<PartDraft> parts;
  // A blob that was reserved with RemovalStore::Reserve, or nothing.
  std::optional<std::string> image;
};

struct CourseChange {
  std::string id;
  std::optional<std::string> title;
  std::optional<std::string> description;
  // The whole list: parts left out are removed.
  std::optional<std::vector<PartDraft>> parts;
};

class CourseStore {
 public:
  CourseStore(Database& database, ChangeFeed& feed, AuditOutbox& audit, const Clock& clock)
      : database_(database), feed_(feed), audit_(audit), clock_(clock) {}

  // NOT_FOUND asset_not_found; INVALID_ARGUMENT validation_failed for a part with an id, since a new course has none.
  absl::StatusOr<CourseRecord> Create(const Caller& caller, const NewCourse& course);
  // NOT_FOUND course_not_found or asset_not_found; INVALID_ARGUMENT validation_failed for the id of no part of this
  // course.
  absl::StatusOr<CourseRecord> Update(const Caller& caller, const CourseChange& change);
  // `image` as in NewCourse; the earlier one is removed. NOT_FOUND course_not_found.
  absl::StatusOr<CourseRecord> SetImage(const Caller& caller, const std::string& id, const std::string& image);
  // Deletes the course, its parts, its picture, and the assets that no other part uses; returns those assets.
  // NOT_FOUND course_not_found.
  absl::StatusOr<std::vector<std::string>> Delete(const Caller& caller, const std::string& id);

  // The feed's position, with all that was committed before.
  absl::StatusOr<int64_t> Position() { return feed_.Head(); }

  absl::StatusOr<CoursePage> List(const CourseListQuery& query);
  // In the order asked; unknown ids are left out.
  absl::StatusOr<std::vector<CourseRecord>> Get(const std::vector<std::string>& ids);

 private:
  // Makes the parts of a course what `drafts` say.
  absl::Status SetParts(Transaction& tx, const std::string& course_id, const std::vector<PartDraft>& drafts);

  Database& database_;
  ChangeFeed& feed_;
  AuditOutbox& audit_;
  const Clock& clock_;
};

}  // namespace academy::catalog
