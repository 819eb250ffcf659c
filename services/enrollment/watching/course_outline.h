// What enrollment needs to know of a course to reckon progress in it.
//
// Every function is pure and may be called from any thread.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "academy/catalog/v1/course.pb.h"

namespace academy::enrollment {

struct CourseOutline {
  struct Part {
    std::string id;
    // Milliseconds; 0 while there is nothing to watch.
    int64_t duration = 0;
  };

  std::string id;
  // In the course's order.
  std::vector<Part> parts;

  // Null for a part of another course.
  const Part* Find(std::string_view part_id) const;
};

CourseOutline OutlineOf(const catalog::v1::Course& course);

}  // namespace academy::enrollment
