#include "services/auth/audit/audit_verification.h"

#include <algorithm>
#include <charconv>
#include <vector>

#include "services/auth/audit/audit_store.h"
#include "services/platform/base/status.h"

namespace academy::auth {
namespace {

constexpr int kBatch = 1000;
constexpr size_t kHashDigits = 64;
// A transaction may seal with a key that is replaced while it runs, and an event of another service is as old as it is.
constexpr absl::Duration kSealedLate = absl::Minutes(1);

// Checks the chain event by event.
class Follower {
 public:
  explicit Follower(const std::optional<NotedHead>& noted) : noted_(noted) {}

  // Returns false at the first fault.
  bool Take(const AuditRecord& event) {
    int64_t expected = verdict_.events + 1;
    if (event.position != expected) return Break(expected, "an event is missing here");
    if (event.hash != AuditHash(event, verdict_.head)) {
      return Break(expected, "the event, or the one before it, is not as it was written");
    }
    if (noted_.has_value() && noted_->position == expected && noted_->hash != event.hash) {
      return Break(expected, "the event is not the one that was noted for this position");
    }
    verdict_.events = expected;
    verdict_.head = event.hash;
    last_at_ = event.at;
    return true;
  }

  // Call after the last event.
  void End(const AuditHead& head, const KeyRing& keys) {
    int64_t last = verdict_.events;
    if (last < head.position) {
      Break(last + 1, "events from here to " + std::to_string(head.position) + " are missing");
    } else if (head.position < last || head.hash != verdict_.head) {
      Break(std::max<int64_t>(1, std::min(head.position + 1, last)),
            "events from here on were not added by the academy");
    } else if (!IsSealed(keys, head)) {
      Break(std::max<int64_t>(1, last), "the end of the trail is not sealed with this academy's key");
    } else if (last > 0 && last_at_ > keys.ReplacedAt(SealKeyId(head)) + kSealedLate) {
      Break(last, "the end of the trail is sealed with a key that had been replaced");
    } else if (noted_.has_value() && noted_->position > last) {
      Break(last + 1, "events from here to the noted position " + std::to_string(noted_->position) + " are missing");
    }
  }

  const AuditVerdict& verdict() const { return verdict_; }

 private:
  bool Break(int64_t position, std::string fault) {
    verdict_.broken_at = position;
    verdict_.fault = std::move(fault);
    return false;
  }

  const std::optional<NotedHead>& noted_;
  AuditVerdict verdict_;
  UnixMillis last_at_ = 0;
};

}  // namespace

absl::StatusOr<NotedHead> ReadNotedHead(std::string_view text) {
  NotedHead noted;
  const char* end = text.data() + text.size();
  auto [colon, error] = std::from_chars(text.data(), end, noted.position);
  if (error == std::errc() && noted.position > 0 && colon != end && *colon == ':') {
    noted.hash = std::string(colon + 1, end);
    if (noted.hash.size() == kHashDigits) return noted;
  }
  return Error(absl::StatusCode::kInvalidArgument, "invalid_flag", "A noted head has the form <position>:<hash>");
}

absl::StatusOr<AuditVerdict> VerifyAudit(Database& database, const KeyRing& keys,
                                         const std::optional<NotedHead>& noted) {
  return database.Read([&](soci::session& sql) -> absl::StatusOr<AuditVerdict> {
    Follower follower(noted);
    int64_t after = std::numeric_limits<int64_t>::min();
    while (true) {
      std::vector<AuditRecord> events = ReadAuditChain(sql, after, kBatch);
      for (const AuditRecord& event : events) {
        if (!follower.Take(event)) return follower.verdict();
      }
      if (events.empty()) break;
      after = events.back().position;
    }
    follower.End(LoadAuditHead(sql), keys);
    return follower.verdict();
  });
}

}  // namespace academy::auth
