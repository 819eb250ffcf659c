// Between the stores' records and the API's messages.
//
// Pure functions, callable from any thread.
#pragma once

#include <vector>

#include "academy/catalog/v1/course.pb.h"
#include "academy/catalog/v1/media.pb.h"
#include "services/catalog/records.h"

namespace academy::catalog {

v1::Course ToProto(const CourseRecord& course);
v1::PublicCourse ToPublicProto(const CourseRecord& course);
v1::Asset ToProto(const AssetRecord& asset);
v1::UploadInWork ToProto(const UploadInWork& record);
v1::BatchGetPlaybackResponse::Playback ToPlayback(const AssetRecord& asset);

template <typename Parts>
std::vector<PartDraft> ToDrafts(const Parts& parts) {
  std::vector<PartDraft> drafts;
  for (const v1::Part& part : parts) {
    drafts.push_back({.id = part.id(),
                      .title = part.title(),
                      .description = part.description(),
                      .asset_id = part.video().asset_id()});
  }
  return drafts;
}

}  // namespace academy::catalog
