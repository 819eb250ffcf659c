#include "edge/bin/bin_page.h"

#include <algorithm>
#include <charconv>
#include <tuple>
#include <utility>
#include <vector>

#include "services/platform/base/status.h"
#include "services/platform/encoding/base64.h"

namespace academy::edge {
namespace {

constexpr int kDefaultLimit = 50;
constexpr int kMaxLimit = 1000;

struct Item {
  UnixMillis deleted_at = 0;
  v1::BinItem item;
};

Item MakeItem(UnixMillis deleted_at, UnixMillis purge_at) {
  Item made{.deleted_at = deleted_at, .item = {}};
  made.item.set_deleted_at(FormatTime(deleted_at));
  made.item.set_purge_at(FormatTime(purge_at));
  return made;
}

std::string FormatCursor(const Item& last) { return Base64Url(std::to_string(last.deleted_at) + "." + last.item.id()); }

bool ParseCursor(const std::string& text, BinCursor& cursor) {
  std::string decoded;
  if (!Base64Decode(text, decoded)) return false;
  size_t dot = decoded.find('.');
  if (dot == decoded.npos) return false;
  const char* end = decoded.data() + dot;
  auto [read, error] = std::from_chars(decoded.data(), end, cursor.before);
  cursor.id = decoded.substr(dot + 1);
  return error == std::errc() && read == end && cursor.before > 0 && !cursor.id.empty() &&
         std::all_of(cursor.id.begin(), cursor.id.end(), [](char c) { return c > ' ' && c < 0x7f; });
}

}  // namespace

absl::StatusOr<BinQuery> ReadBinQuery(const v1::FetchBinItemsRequest& request) {
  BinQuery query{.limit = request.has_limit() ? request.limit() : kDefaultLimit, .cursor = {}};
  if (query.limit < 1 || query.limit > kMaxLimit) {
    return ValidationError({{"limit", "out_of_range", "The limit is 1 to 1000"}});
  }
  if (!request.cursor().empty() && !ParseCursor(request.cursor(), query.cursor)) {
    return ValidationError({{"cursor", "cursor_invalid", "The cursor is not one of this list"}});
  }
  return query;
}

v1::FetchBinItemsResponse MergeBin(const auth::v1::ListBinnedLearnersResponse& learners,
                                   const catalog::v1::ListBinnedCoursesResponse& courses, int limit) {
  std::vector<Item> items;
  for (const auth::v1::BinnedLearner& learner : learners.learners()) {
    Item item = MakeItem(learner.deleted_at_ms(), learner.purge_at_ms());
    item.item.set_id(learner.learner_id());
    item.item.set_kind("learner");
    item.item.set_title(learner.fullname());
    item.item.set_deleted_by(learner.deleted_by());
    items.push_back(std::move(item));
  }
  for (const catalog::v1::BinnedCourse& course : courses.courses()) {
    Item item = MakeItem(course.deleted_at_ms(), course.purge_at_ms());
    item.item.set_id(course.course_id());
    item.item.set_kind("course");
    item.item.set_title(course.title());
    auto name = learners.manager_names().find(course.deleted_by());
    item.item.set_deleted_by(name == learners.manager_names().end() ? course.deleted_by() : name->second);
    items.push_back(std::move(item));
  }
  std::sort(items.begin(), items.end(), [](const Item& a, const Item& b) {
    return std::tie(a.deleted_at, a.item.id()) > std::tie(b.deleted_at, b.item.id());
  });
  v1::FetchBinItemsResponse response;
  response.set_message("Fetched Successfully");
  response.set_total(learners.total() + courses.total());
  if (items.size() > static_cast<size_t>(limit)) {
    items.resize(static_cast<size_t>(limit));
    response.set_next_cursor(FormatCursor(items.back()));
  }
  for (Item& item : items) *response.add_result() = std::move(item.item);
  return response;
}

}  // namespace academy::edge
