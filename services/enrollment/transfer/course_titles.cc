#include "services/enrollment/transfer/course_titles.h"

#include <algorithm>
#include <utility>

namespace academy::enrollment {
namespace {

std::string_view Trim(std::string_view text) {
  size_t begin = text.find_first_not_of(" \t\r\n");
  if (begin == text.npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t\r\n") - begin + 1);
}

}  // namespace

CourseTitles::CourseTitles(std::vector<catalog::v1::Course> courses) : courses_(std::move(courses)) {
  for (const catalog::v1::Course& course : courses_) {
    by_id_[course.id()] = &course;
    auto [place, first] = by_title_.emplace(Trim(course.title()), &course);
    if (!first) place->second = nullptr;
  }
}

CourseTitles::Found CourseTitles::Look(std::string_view text) const {
  if (auto found = by_id_.find(text); found != by_id_.end()) return {text, found->second};
  auto found = by_title_.find(text);
  if (found == by_title_.end()) return {text, Miss::kUnknown};
  if (found->second == nullptr) return {text, Miss::kAmbiguous};
  return {text, found->second};
}

std::vector<CourseTitles::Found> CourseTitles::Find(std::string_view cell) const {
  std::vector<Found> courses;
  Found whole = Look(Trim(cell));
  bool unknown = whole.course == decltype(whole.course)(Miss::kUnknown);
  if (!unknown || cell.find('|') == cell.npos) {
    courses.push_back(whole);
    return courses;
  }
  for (size_t begin = 0; begin <= cell.size();) {
    size_t end = std::min(cell.find('|', begin), cell.size());
    std::string_view text = Trim(cell.substr(begin, end - begin));
    if (!text.empty()) courses.push_back(Look(text));
    begin = end + 1;
  }
  return courses;
}

std::string CourseTitles::NameOf(const catalog::v1::Course& course) const {
  Found found = Look(Trim(course.title()));
  const auto* alone = std::get_if<const catalog::v1::Course*>(&found.course);
  return alone != nullptr && (*alone)->id() == course.id() ? std::string(found.text) : course.id();
}

}  // namespace academy::enrollment
