// Finds courses by the text in a file: their ids or exact titles.
//
// Thread-safe, because it is immutable.
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
    // The text that was looked up.
    std::string_view text;
    std::variant<const catalog::v1::Course*, Miss> course;
  };
  // Returns the courses that a cell names, by title or id, separated by `|`. The whole cell is tried first, because a
  // title may contain a `|`.
  std::vector<Found> Find(std::string_view cell) const;

  // Returns a cell that names only this course: its title, or its id if another course has the same title.
  std::string NameOf(const catalog::v1::Course& course) const;

 private:
  Found Look(std::string_view text) const;

  const std::vector<catalog::v1::Course> courses_;
  std::unordered_map<std::string_view, const catalog::v1::Course*> by_id_;
  // Null if several courses have the title.
  std::unordered_map<std::string_view, const catalog::v1::Course*> by_title_;
};

}  // namespace academy::enrollment
