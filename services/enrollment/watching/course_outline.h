// The part of a course that enrollment needs to compute progress: its parts and their lengths.
//
// All functions are pure and thread-safe.
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
    // Milliseconds; 0 if there is nothing to watch yet.
    int64_t duration = 0;
  };

  std::string id;
  // In the course's order.
  std::vector<Part> parts;

  // Returns null if the course has no such part.
  const Part* Find(std::string_view part_id) const;
};

CourseOutline OutlineOf(const catalog::v1::Course& course);

}  // namespace academy::enrollment
