// An assignment as stored in the database.
#pragma once

#include <cstdint>
#include <string>

#include "services/enrollment/access/access.h"
#include "services/platform/base/clock.h"

namespace academy::enrollment {

// A course and a learner: each pair has at most one assignment.
struct AssignmentKey {
  std::string course_id;
  std::string learner_id;
};

struct AssignmentRecord {
  std::string id;
  std::string course_id;
  std::string learner_id;
  Window window;
  UnixMillis created_at = 0;
  // Counts the changes of the window.
  int64_t revision = 1;
};

}  // namespace academy::enrollment
