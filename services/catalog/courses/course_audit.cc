#include "services/catalog/courses/course_audit.h"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

namespace academy::catalog {
namespace {

AuditParty SubjectOf(const CourseRecord& course) { return {.kind = "course", .id = course.id, .name = course.title}; }

std::string AssetOf(const PartRecord& part) { return part.video.has_value() ? part.video->asset_id : ""; }

// Compares only fields that managers set, not the state of videos.
bool IsSamePart(const PartRecord& a, const PartRecord& b) {
  return a.id == b.id && a.title == b.title && a.description == b.description && AssetOf(a) == AssetOf(b);
}

// Returns the number of parts of `some` that are not in `others`.
std::string CountMissing(const std::vector<PartRecord>& some, const std::vector<PartRecord>& others) {
  std::set<std::string> known;
  for (const PartRecord& part : others) known.insert(part.id);
  auto missing =
      std::count_if(some.begin(), some.end(), [&](const PartRecord& part) { return !known.contains(part.id); });
  return std::to_string(missing);
}

}  // namespace

AuditEntry CourseCreated(const CourseRecord& course) {
  return {.action = "course.created",
          .subject = SubjectOf(course),
          .details = {{"parts", std::to_string(course.parts.size())}}};
}

AuditEntry CourseUpdated(const CourseRecord& before, const CourseRecord& after) {
  bool parts =
      !std::equal(before.parts.begin(), before.parts.end(), after.parts.begin(), after.parts.end(), IsSamePart);
  AuditEntry entry{.action = "course.updated", .subject = SubjectOf(after)};
  entry.details["changed"] = AuditFields()
                                 .Add("title", before.title != after.title)
                                 .Add("description", before.description != after.description)
                                 .Add("parts", parts)
                                 .text();
  if (before.title != after.title) entry.details["titleBefore"] = before.title;
  if (parts) {
    entry.details["partsAdded"] = CountMissing(after.parts, before.parts);
    entry.details["partsRemoved"] = CountMissing(before.parts, after.parts);
  }
  return entry;
}

AuditEntry CourseImageUpdated(const CourseRecord& course) {
  return {.action = "course.image_updated", .subject = SubjectOf(course)};
}

AuditEntry CourseDeleted(const CourseRecord& course) {
  return {.action = "course.deleted",
          .subject = SubjectOf(course),
          .details = {{"parts", std::to_string(course.parts.size())}}};
}

AuditEntry CourseRestored(const CourseRecord& course) {
  return {.action = "course.restored", .subject = SubjectOf(course)};
}

AuditEntry CoursePurged(const CourseRecord& course) {
  return {.action = "course.purged",
          .subject = SubjectOf(course),
          .details = {{"parts", std::to_string(course.parts.size())}}};
}

}  // namespace academy::catalog
