// Converts between course records and API messages.
//
// Pure functions, callable from any thread.
#pragma once

#include <vector>

#include "academy/catalog/v1/course.pb.h"
#include "services/catalog/courses/course_record.h"
#include "services/catalog/courses/part_store.h"

namespace academy::catalog {

v1::Course ToProto(const CourseRecord& course);
v1::PublicCourse ToPublicProto(const CourseRecord& course);

template <typename Parts>
std::vector<PartDraft> ToDrafts(const Parts& parts) {
  std::vector<PartDraft> drafts;
  for (const v1::Part& part : parts) {
    drafts.push_back({.id = part.id(),
                      .title = part.title(),
                      .description = part.description(),
                      .asset_id = part.video().asset_id(),
                      .revision = part.revision()});
  }
  return drafts;
}

}  // namespace academy::catalog
