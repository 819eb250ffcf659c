#include "services/auth/accounts/learners/learner_paging.h"

#include <array>
#include <charconv>
#include <string_view>
#include <utility>

#include "services/auth/accounts/text.h"
#include "services/auth/accounts/validation.h"
#include "services/platform/encoding/base64.h"
#include "services/platform/encoding/utf8.h"

namespace academy::auth {
namespace {

constexpr int kDefaultLimit = 50;
constexpr int kMaxLimit = 1000;
constexpr int kMaxIds = 50'000;
constexpr size_t kMaxSearch = 200;
constexpr size_t kMaxCursor = 4096;

constexpr std::array<std::pair<std::string_view, LearnerOrder>, 4> kOrders = {{
    {"fullname", LearnerOrder::kFullname},
    {"email", LearnerOrder::kEmail},
    {"createdAt", LearnerOrder::kCreatedAt},
    {"lastLogin", LearnerOrder::kLastLogin},
}};

bool ReadOrder(std::string_view sort, LearnerQuery& query) {
  query.descending = sort.starts_with('-');
  if (query.descending) sort.remove_prefix(1);
  for (const auto& [name, order] : kOrders) {
    if (name != sort) continue;
    query.order = order;
    return true;
  }
  return false;
}

// The cursor includes the order, so that a cursor of another order is refused instead of misread.
std::string OrderTag(const LearnerQuery& query) {
  return std::to_string(static_cast<int>(query.order)) + (query.descending ? "-" : "+");
}

bool ReadCursor(std::string_view cursor, LearnerQuery& query) {
  std::string raw;
  // PostgreSQL takes only UTF-8.
  if (cursor.size() > kMaxCursor || !Base64Decode(cursor, raw) || !IsUtf8(raw)) return false;
  // <order>\n<number>\n<id>\n<text>
  std::string_view rest = raw;
  auto take = [&]() -> std::string_view {
    size_t end = rest.find('\n');
    std::string_view part = rest.substr(0, end);
    rest = end == rest.npos ? std::string_view() : rest.substr(end + 1);
    return part;
  };
  if (take() != OrderTag(query)) return false;
  LearnerPosition position;
  std::string_view number = take();
  auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), position.number_key);
  if (error != std::errc() || end != number.data() + number.size()) return false;
  position.id = std::string(take());
  position.text_key = std::string(rest);
  if (position.id.empty() || HasControlCharacters(position.id) || HasControlCharacters(position.text_key)) return false;
  query.after = std::move(position);
  return true;
}

}  // namespace

bool IsPaged(const v1::ListLearnersRequest& request) {
  return request.has_search() || request.has_sort() || request.has_limit() || request.has_cursor() ||
         request.has_active() || request.has_activated() || request.has_online() ||
         request.has_expiring_within_days() || request.has_learner_ids();
}

absl::StatusOr<LearnerQuery> ReadQuery(const v1::ListLearnersRequest& request) {
  Validator validator;
  LearnerQuery query;
  if (!IsPaged(request)) return query;
  if (request.has_active()) query.active = request.active();
  if (request.has_activated()) query.activated = request.activated();
  // Enrollment knows these learners; the edge asks it first and passes their ids.
  if (request.has_expiring_within_days() && !request.has_learner_ids()) {
    validator.Refuse("expiringWithinDays", "unknown", "These learners are not known here");
  }
  if (request.learner_ids().ids_size() > kMaxIds) {
    validator.Refuse("clientIds", "too_many", "At most 50000 can be given at once");
  }
  query.limit = request.has_limit() ? request.limit() : kDefaultLimit;
  if (query.limit < 1 || query.limit > kMaxLimit) validator.Refuse("limit", "out_of_range", "The limit is 1 to 1000");
  if (CountCharacters(request.search()) > kMaxSearch) validator.Refuse("search", "too_long", "The text is too long");
  query.words = Words(request.search());
  if (request.has_sort() && !request.sort().empty() && !ReadOrder(request.sort(), query)) {
    validator.Refuse("sort", "unknown", "The order is not known");
  } else if (!request.cursor().empty() && !ReadCursor(request.cursor(), query)) {
    validator.Refuse("cursor", "invalid", "The cursor is not valid");
  }
  if (absl::Status status = validator.status(); !status.ok()) return status;
  return query;
}

std::string MakeCursor(const LearnerQuery& query, const LearnerRecord& last) {
  LearnerPosition position = PositionOf(last, query.order);
  return Base64Url(OrderTag(query) + "\n" + std::to_string(position.number_key) + "\n" + position.id + "\n" +
                   position.text_key);
}

}  // namespace academy::auth
