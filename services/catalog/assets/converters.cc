#include "services/catalog/assets/converters.h"

namespace academy::catalog {

v1::Asset ToProto(const AssetRecord& record) {
  v1::Asset asset;
  asset.set_id(record.id);
  asset.set_filename(record.filename);
  asset.set_status(record.status);
  asset.set_progress(record.progress);
  if (record.error.has_value()) asset.set_error(*record.error);
  if (record.reason.has_value()) asset.set_reason(*record.reason);
  if (record.failed_stage.has_value()) asset.set_failed_stage(*record.failed_stage);
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
    // Each file has a name of its own.
    added.set_version(captions.path);
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
  if (record.reason) upload.set_reason(*record.reason);
  if (record.failed_stage) upload.set_failed_stage(*record.failed_stage);
  upload.set_size(record.size);
  upload.set_part_id(record.part_id);
  upload.set_part_title(record.part_title);
  upload.set_course_id(record.course_id);
  upload.set_course_title(record.course_title);
  return upload;
}

}  // namespace academy::catalog
