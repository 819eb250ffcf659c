#include "services/auth/audit/audit_messages.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <string_view>
#include <utility>

#include "services/auth/accounts/validation.h"
#include "services/platform/base/status.h"
#include "services/platform/encoding/base64.h"

namespace academy::auth {
namespace {

constexpr int kDefaultLimit = 50;
constexpr int kMaxLimit = 1000;
constexpr int kMaxEvents = 1000;
constexpr size_t kMaxId = 64;

constexpr std::array<std::string_view, 4> kActorKinds = {"manager", "learner", "service", "anonymous"};
constexpr std::array<std::string_view, 7> kSubjectKinds = {"manager", "learner",    "session", "course",
                                                           "asset",   "assignment", "mail"};

template <size_t N>
bool IsOneOf(std::string_view text, const std::array<std::string_view, N>& words) {
  return std::find(words.begin(), words.end(), text) != words.end();
}

void Fill(v1::AuditParty& out, const AuditParty& party) {
  out.set_kind(party.kind);
  out.set_id(party.id);
  out.set_name(party.name);
}

AuditParty FromProto(const v1::AuditParty& party) {
  return {.kind = party.kind(), .id = party.id(), .name = party.name()};
}

// Parses events, refusing texts that Record would have cleaned.
class EventReader {
 public:
  EventReader(Validator& validator, std::string prefix) : validator_(validator), prefix_(std::move(prefix)) {}

  std::string Text(std::string_view field, const std::string& text, size_t most = kMaxAuditText) {
    if (text.size() > most || AuditText(text) != text) Refuse(field, "invalid", "The text is too long or not clean");
    return text;
  }

  AuditParty Party(std::string_view field, const v1::AuditParty& party, bool known_kind) {
    if (!known_kind) Refuse(std::string(field) + ".kind", "unknown", "The kind is not known");
    Text(std::string(field) + "._id", party.id());
    Text(std::string(field) + ".name", party.name());
    return FromProto(party);
  }

  void Refuse(std::string_view field, std::string_view code, std::string_view message) {
    validator_.Refuse(prefix_ + std::string(field), code, message);
  }

 private:
  Validator& validator_;
  const std::string prefix_;
};

AuditRecord ReadEvent(const v1::AuditEvent& event, EventReader reader) {
  AuditRecord record;
  record.id = reader.Text("_id", event.id(), kMaxId);
  if (event.id().empty()) reader.Refuse("_id", "required", "A value is missing");
  if (absl::StatusOr<UnixMillis> at = ParseTime(event.at()); at.ok()) {
    record.at = *at;
  } else {
    reader.Refuse("at", "invalid", "The time is not valid");
  }
  record.actor = reader.Party("actor", event.actor(), IsOneOf(event.actor().kind(), kActorKinds));
  record.action = event.action();
  if (!IsAuditAction(event.action())) reader.Refuse("action", "invalid", "An action has the form subject.verb");
  record.subject = reader.Party("subject", event.subject(), IsOneOf(event.subject().kind(), kSubjectKinds));
  record.remote_address = reader.Text("peer", event.remote_address());
  record.device = reader.Text("device", event.device());
  record.request_id = reader.Text("requestId", event.request_id());
  if (event.details_size() > static_cast<int>(kMaxAuditDetails)) {
    reader.Refuse("details", "too_many", "There are too many details");
  }
  for (const auto& [key, value] : event.details()) {
    reader.Text("details", key);
    reader.Text("details." + key, value);
    record.details[key] = value;
  }
  return record;
}

// Reads the first or last millisecond of a day, or the instant of an RFC 3339 time.
bool ReadBound(const std::string& text, const absl::TimeZone& zone, bool end, UnixMillis& bound) {
  if (absl::StatusOr<UnixMillis> time = ParseTime(text); time.ok()) {
    bound = *time;
    return true;
  }
  absl::Time day;
  std::string error;
  // absl's parser also accepts shorter numbers.
  constexpr size_t kDate = sizeof("2026-12-31") - 1;
  if (text.size() != kDate || !absl::ParseTime("%Y-%m-%d", text, zone, &day, &error)) return false;
  absl::CivilDay civil = absl::ToCivilDay(day, zone);
  bound = end ? absl::ToUnixMillis(absl::FromCivil(civil + 1, zone)) - 1 : absl::ToUnixMillis(day);
  return true;
}

bool ReadCursor(const std::string& cursor, AuditQuery& query) {
  std::string raw;
  if (cursor.size() > 100 || !Base64Decode(cursor, raw)) return false;
  // <time>\n<position>
  AuditPlace place;
  const char* end = raw.data() + raw.size();
  auto [at_end, at_error] = std::from_chars(raw.data(), end, place.at);
  if (at_error != std::errc() || at_end == end || *at_end != '\n') return false;
  auto [position_end, position_error] = std::from_chars(at_end + 1, end, place.position);
  if (position_error != std::errc() || position_end != end) return false;
  query.before = place;
  return true;
}

void ReadAction(const std::string& action, AuditQuery& query, Validator& validator) {
  if (action.empty()) return;
  if (IsAuditAction(action)) {
    query.action = action;
  } else if (IsAuditAction(action + "any")) {
    query.action_group = action.substr(0, action.size() - 1);
  } else {
    validator.Refuse("action", "invalid", "An action is subject.verb, or subject. for all of them");
  }
}

std::optional<std::string> ReadId(const std::string& id) {
  if (id.empty()) return std::nullopt;
  // Stored ids are always clean, so only the clean form can match.
  return AuditText(id);
}

}  // namespace

v1::AuditEvent ToProto(const AuditRecord& event) {
  v1::AuditEvent proto;
  proto.set_id(event.id);
  proto.set_position(event.position);
  proto.set_at(FormatTime(event.at));
  Fill(*proto.mutable_actor(), event.actor);
  proto.set_action(event.action);
  Fill(*proto.mutable_subject(), event.subject);
  proto.set_remote_address(event.remote_address);
  proto.set_device(event.device);
  proto.set_request_id(event.request_id);
  proto.mutable_details()->insert(event.details.begin(), event.details.end());
  proto.set_hash(event.hash);
  return proto;
}

absl::StatusOr<std::vector<AuditRecord>> ReadEvents(const v1::AppendEventsRequest& request) {
  if (request.events_size() > kMaxEvents) {
    return ValidationError({{"events", "too_many", "At most 1000 events a call"}});
  }
  Validator validator;
  std::vector<AuditRecord> events;
  for (int i = 0; i < request.events_size(); ++i) {
    events.push_back(ReadEvent(request.events(i), EventReader(validator, "events[" + std::to_string(i) + "].")));
  }
  if (absl::Status status = validator.status(); !status.ok()) return status;
  return events;
}

absl::StatusOr<AuditQuery> ReadAuditQuery(const v1::ListEventsRequest& request, const absl::TimeZone& zone) {
  Validator validator;
  AuditQuery query;
  query.actor_id = ReadId(request.actor_id());
  query.subject_id = ReadId(request.subject_id());
  ReadAction(request.action(), query, validator);
  if (!request.from().empty() && !ReadBound(request.from(), zone, /*end=*/false, query.from)) {
    validator.Refuse("from", "invalid_date", "The date is not valid");
  }
  if (!request.to().empty() && !ReadBound(request.to(), zone, /*end=*/true, query.to)) {
    validator.Refuse("to", "invalid_date", "The date is not valid");
  }
  query.limit = request.has_limit() ? request.limit() : kDefaultLimit;
  if (query.limit < 1 || query.limit > kMaxLimit) validator.Refuse("limit", "out_of_range", "The limit is 1 to 1000");
  if (!request.cursor().empty() && !ReadCursor(request.cursor(), query)) {
    validator.Refuse("cursor", "invalid", "The cursor is not valid");
  }
  if (absl::Status status = validator.status(); !status.ok()) return status;
  return query;
}

std::string MakeAuditCursor(const AuditRecord& last) {
  return Base64Url(std::to_string(last.at) + "\n" + std::to_string(last.position));
}

}  // namespace academy::auth
