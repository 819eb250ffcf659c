#include "services/enrollment/watching/course_outline.h"

#include <algorithm>
#include <cmath>

namespace academy::enrollment {

const CourseOutline::Part* CourseOutline::Find(std::string_view part_id) const {
  auto found = std::find_if(parts.begin(), parts.end(), [&](const Part& part) { return part.id == part_id; });
  return found == parts.end() ? nullptr : &*found;
}

CourseOutline OutlineOf(const catalog::v1::Course& course) {
  CourseOutline outline{.id = course.id(), .parts = {}};
  outline.parts.reserve(static_cast<size_t>(course.parts_size()));
  for (const catalog::v1::Part& part : course.parts()) {
    outline.parts.push_back({.id = part.id(), .duration = std::llround(part.duration() * 1000)});
  }
  return outline;
}

}  // namespace academy::enrollment
