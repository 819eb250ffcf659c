// Courses by what people write into a file: their ids or exact titles.
//
// Immutable after construction, so thread-safe.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <variant>
#include <vector>

#include "academy/catalog/v1/course.pb.h"

namespace academy::enrollment {

class CourseTitles {
 public:
  explicit CourseTitles(std::vector<catalog::v1::Course> courses);
  CourseTitles(const CourseTitles&) = delete;
  CourseTitles& operator=(const CourseTitles&) = delete;

  enum class Miss { kUnknown, kAmbiguous };
  struct Found {
    // What was looked for.
    std::string_view text;
    std::variant<const catalog::v1::Course*, Miss> course;
  };
  // The courses that a cell names, by title or id, with `|` between several; the cell as a whole comes first, since a
  // title may have a `|` in it.
  std::vector<Found> Find(std::string_view cell) const;

  // A cell that names this course alone: its title, or its id.
  std::string NameOf(const catalog::v1::Course& course) const;

 private:
  Found Look(std::string_view text) const;

  const std::vector<catalog::v1::Course> courses_;
  std::unordered_map<std::string_view, const catalog::v1::Course*> by_id_;
  // Null where several have the title.
  std::unordered_map<std::string_view, const catalog::v1::Course*> by_title_;
};

}  // namespace academy::enrollment
