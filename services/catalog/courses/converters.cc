#include "services/catalog/courses/converters.h"

#include "services/platform/base/clock.h"

namespace academy::catalog {
namespace {

v1::Part ToProto(const PartRecord& record) {
  v1::Part part;
  part.set_id(record.id);
  part.set_title(record.title);
  part.set_description(record.description);
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

v1::Asset ToProto(const AssetRecord& record) {
  v1::Asset asset;
  asset.set_id(record.id);
  asset.set_filename(record.filename);
  asset.set_status(record.status);
  asset.set_progress(record.progress);
  if (record.error.has_value()) asset.set_error(*record.error);
  asset.set_duration(record.duration);
  asset.set_width(record.width);
  asset.set_height(record.height);
  asset.set_size(record.size);
  for (const RenditionRecord& rendition : record.renditions) {
    v1::Rendition& added = *asset.add_renditions();
    added.set_height(rendition.height);
    added.set_bitrate(rendition.bitrate);
  }
  for (const CaptionRecord& captions : record.captions) {
    v1::Captions& added = *asset.add_captions();
    added.set_lang(captions.lang);
    added.set_label(captions.label);
    added.set_is_default(captions.is_default);
  }
  return asset;
}

v1::UploadInWork ToProto(const UploadInWork& record) {
  v1::UploadInWork upload;
  upload.set_id(record.asset_id);
  upload.set_filename(record.filename);
  upload.set_status(record.status);
  upload.set_progress(record.progress);
  if (record.error) upload.set_error(*record.error);
  upload.set_size(record.size);
  upload.set_part_id(record.part_id);
  upload.set_part_title(record.part_title);
  upload.set_course_id(record.course_id);
  upload.set_course_title(record.course_title);
  return upload;
}

v1::BatchGetPlaybackResponse::Playback ToPlayback(const AssetRecord& record) {
  v1::BatchGetPlaybackResponse::Playback playback;
  playback.set_asset_id(record.id);
  playback.set_duration(record.duration);
  playback.set_hls(record.hls);
  playback.set_poster(record.poster);
  playback.set_thumbnails(record.thumbnails);
  for (const CaptionRecord& captions : record.captions) {
    auto& track = *playback.add_captions();
    track.set_lang(captions.lang);
    track.set_label(captions.label);
    track.set_path(captions.path);
    track.set_is_default(captions.is_default);
  }
  return playback;
}

}  // namespace academy::catalog
