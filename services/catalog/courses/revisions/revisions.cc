#include "services/catalog/courses/revisions/revisions.h"

#include <algorithm>
#include <string>

#include "services/catalog/courses/converters.h"
#include "services/platform/base/status.h"
#include "services/platform/revisions/revision.h"

namespace academy::catalog {
namespace {

// Null if the course has no such part.
const PartRecord* FindPart(const CourseRecord& course, const std::string& id) {
  auto part =
      std::find_if(course.parts.begin(), course.parts.end(), [&](const PartRecord& each) { return each.id == id; });
  return part == course.parts.end() ? nullptr : &*part;
}

bool IsSentAsItIs(const v1::Part& sent, const PartRecord& part) {
  const std::string& asset = sent.video().asset_id();
  return sent.title() == part.title && sent.description() == part.description &&
         asset == (part.video.has_value() ? part.video->asset_id : "");
}

// A stale copy of a part that is sent along unchanged overwrites nothing.
bool OverwritesUnseen(const v1::Part& sent, const CourseRecord& course) {
  if (sent.revision() == 0) return false;
  const PartRecord* part = FindPart(course, sent.id());
  return part != nullptr && sent.revision() != part->revision && !IsSentAsItIs(sent, *part);
}

}  // namespace

absl::Status RequireSeen(const v1::UpdateCourseRequest& request, const CourseRecord& course) {
  RETURN_IF_ERROR(RequireRevision(request, course.revision, [&] { return ToProto(course); }));
  const auto& parts = request.parts().parts();
  bool seen =
      std::none_of(parts.begin(), parts.end(), [&](const v1::Part& sent) { return OverwritesUnseen(sent, course); });
  return seen ? absl::OkStatus() : ChangedMeanwhile(ToProto(course));
}

absl::Status RequireSeen(const v1::SetPartVideoRequest& request, const CourseRecord& course) {
  const PartRecord* part = FindPart(course, request.part_id());
  if (part == nullptr) return absl::OkStatus();
  return RequireRevision(request, part->revision, [&] { return ToProto(course); });
}

absl::Status RequireSeen(const v1::UpdateCourseImageRequest& request, const CourseRecord& course) {
  return RequireRevision(request, course.revision, [&] { return ToProto(course); });
}

}  // namespace academy::catalog
