#include "services/catalog/courses/converters.h"

#include "services/platform/base/clock.h"

namespace academy::catalog {
namespace {

v1::Part ToProto(const PartRecord& record) {
  v1::Part part;
  part.set_id(record.id);
  part.set_title(record.title);
  part.set_description(record.description);
  part.set_revision(record.revision);
  if (record.video.has_value()) {
    part.set_duration(record.video->duration);
    v1::PartVideo& video = *part.mutable_video();
    video.set_asset_id(record.video->asset_id);
    video.set_status(record.video->status);
    video.set_progress(record.video->progress);
    if (record.video->error.has_value()) video.set_error(*record.video->error);
  }
  return part;
}

// The URL path of a picture is its blob's key below the root.
std::string ImagePath(const std::string& key) { return "/" + key; }

}  // namespace

v1::Course ToProto(const CourseRecord& record) {
  v1::Course course;
  course.set_id(record.id);
  course.set_id_copy(record.id);
  course.set_title(record.title);
  course.set_description(record.description);
  if (record.image.has_value()) course.set_image(ImagePath(*record.image));
  for (const PartRecord& part : record.parts) *course.add_parts() = ToProto(part);
  course.set_created_at(FormatTime(record.created_at));
  course.set_updated_at(FormatTime(record.updated_at));
  course.set_revision(record.revision);
  return course;
}

v1::PublicCourse ToPublicProto(const CourseRecord& record) {
  v1::PublicCourse course;
  course.set_id(record.id);
  course.set_title(record.title);
  course.set_description(record.description);
  if (record.image.has_value()) course.set_image(ImagePath(*record.image));
  course.set_parts_count(static_cast<int>(record.parts.size()));
  double duration = 0;
  for (const PartRecord& part : record.parts) duration += part.video.has_value() ? part.video->duration : 0;
  course.set_duration(duration);
  return course;
}

}  // namespace academy::catalog
