#include "services/platform/idempotency/idempotent_calls.h"

#include <charconv>
#include <initializer_list>
#include <utility>

#include "services/platform/base/status.h"
#include "services/platform/crypto/aead.h"
#include "services/platform/crypto/digest.h"
#include "services/platform/db/query.h"
#include "services/platform/db/server/run_again.h"
#include "services/platform/encoding/base64.h"

namespace academy {
namespace {

constexpr absl::Duration kInterval = absl::Hours(1);
// Rows per transaction, so that other writers do not wait long.
constexpr int kBatch = 1000;
// Seconds after which a repetition may ask again.
constexpr int kPause = 1;
// Separates this key from others that could be derived from the same texts.
constexpr char kPurpose[] = "academy-idempotent-answer-1";

// Joins texts so that no two lists give the same text.
std::string Framed(std::initializer_list<std::string_view> texts) {
  std::string framed;
  for (std::string_view text : texts) {
    framed += std::to_string(text.size()) + ":";
    framed += text;
  }
  return framed;
}

// Whoever has several sessions is one caller. People without one are told apart by their keys and requests only.
std::string NameOf(const Caller& caller) {
  switch (caller.kind) {
    case CallerKind::kManager:
      return "manager:" + caller.id;
    case CallerKind::kLearner:
      return "learner:" + caller.id;
    case CallerKind::kService:
      return "service:" + caller.id;
    case CallerKind::kAnonymous:
      break;
  }
  return "public";
}

std::string Write(const CallAnswer& answer) {
  return std::to_string(answer.feed_position) + "\n" + answer.device_token + "\n" + answer.response;
}

std::optional<CallAnswer> Read(std::string_view text) {
  size_t first = text.find('\n');
  size_t second = first == text.npos ? first : text.find('\n', first + 1);
  if (second == text.npos) return std::nullopt;
  CallAnswer answer{.response = std::string(text.substr(second + 1)),
                    .device_token = std::string(text.substr(first + 1, second - first - 1))};
  std::from_chars(text.data(), text.data() + first, answer.feed_position);
  return answer;
}

absl::Status KeyReused() {
  return Error(absl::StatusCode::kInvalidArgument, "idempotency_key_reused",
               "The Idempotency-Key was used with another request");
}

absl::Status InProgress() {
  return WithRetryAfter(
      Error(absl::StatusCode::kAborted, "in_progress", "The first request with this Idempotency-Key is still at work"),
      kPause);
}

// Failures that say nothing about the request. Whatever was written before them is undone.
bool IsOurs(const absl::Status& status) {
  switch (status.code()) {
    case absl::StatusCode::kUnavailable:
    case absl::StatusCode::kDeadlineExceeded:
    case absl::StatusCode::kInternal:
    case absl::StatusCode::kUnknown:
    case absl::StatusCode::kDataLoss:
    case absl::StatusCode::kCancelled:
      return true;
    default:
      return false;
  }
}

}  // namespace

IdempotentCalls::IdempotentCalls(Database& database, const Clock& clock)
    : database_(database),
      clock_(clock),
      task_({.failure = "idempotent calls not pruned", .interval = kInterval, .run_at_start = true},
            [this] { return Prune(); }) {}

absl::Status IdempotentCalls::Prune() {
  while (true) {
    UnixMillis before = clock_.Now() - kKept;
    using Found = absl::StatusOr<bool>;
    // Most runs find nothing, and a read stops nobody.
    ASSIGN_OR_RETURN(bool old, database_.Read([&](soci::session& sql) -> Found {
      return QueryOne<std::string>(sql, "SELECT id FROM idempotent_calls WHERE at < :before LIMIT 1", before)
          .has_value();
    }));
    if (!old || task_.Stopping()) return absl::OkStatus();
    RETURN_IF_ERROR(database_.Write([&](Transaction& tx) {
      Execute(tx.sql(),
              "DELETE FROM idempotent_calls WHERE id IN "
              "(SELECT id FROM idempotent_calls WHERE at < :before ORDER BY at LIMIT :batch)",
              before, kBatch);
      return absl::OkStatus();
    }));
  }
}

IdempotentCall::IdempotentCall(IdempotentCalls& calls, const Caller& caller, std::string_view name,
                               std::string_view request)
    : calls_(calls),
      id_(Base64Url(Sha256(Framed({NameOf(caller), name, caller.idempotency_key})))),
      key_(HmacSha256(caller.idempotency_key, Framed({kPurpose, NameOf(caller), name, request}))) {}

IdempotentCall::~IdempotentCall() {
  writes_.reset();
  if (!at_work_) return;
  absl::MutexLock lock(&calls_.mutex_);
  calls_.at_work_.erase(id_);
}

absl::StatusOr<std::optional<CallAnswer>> IdempotentCall::Begin() {
  {
    absl::MutexLock lock(&calls_.mutex_);
    auto [other, inserted] = calls_.at_work_.emplace(id_, key_);
    if (!inserted) return other->second == key_ ? InProgress() : KeyReused();
    at_work_ = true;
  }
  ASSIGN_OR_RETURN(std::optional<std::string> stored, Find());
  if (!stored.has_value()) {
    writes_.emplace();
    return std::nullopt;
  }
  if (calls_.database_.engine() == Engine::kPostgresql) {
    // A commit that did not wait for the standby is seen here too, but may be lost. This one waits, also for that.
    RETURN_IF_ERROR(calls_.database_.Write([&](Transaction& tx) {
      Execute(tx.sql(), "UPDATE idempotent_calls SET at = at WHERE id = :id", id_);
      return absl::OkStatus();
    }));
  }
  {
    // Whoever gets the answer may ask again at once.
    absl::MutexLock lock(&calls_.mutex_);
    calls_.at_work_.erase(id_);
    at_work_ = false;
  }
  std::string sealed;
  if (!Base64Decode(*stored, sealed)) return KeyReused();
  std::optional<std::string> text = AeadDecrypt(key_, sealed, id_);
  if (!text.has_value()) return KeyReused();
  return Read(*text);
}

absl::StatusOr<std::optional<std::string>> IdempotentCall::Find() const {
  using Stored = absl::StatusOr<std::optional<std::string>>;
  return calls_.database_.Read([&](soci::session& sql) -> Stored {
    return QueryOne<std::string>(sql, "SELECT answer FROM idempotent_calls WHERE id = :id", id_);
  });
}

absl::Status IdempotentCall::Refuse(const absl::Status& refusal) {
  RETURN_IF_ERROR(writes_->Commit());
  writes_.reset();
  if (calls_.database_.engine() != Engine::kPostgresql) return refusal;
  // What another process did for the same call may be the reason for the refusal: an e-mail address that is taken.
  const absl::StatusOr<std::optional<std::string>> stored = Find();
  return stored.ok() && stored->has_value() ? InProgress() : refusal;
}

absl::Status IdempotentCall::Finish(const absl::Status& handled, const CallAnswer& answer) {
  absl::Status ended = handled;
  if (handled.ok()) {
    ended = Store(answer);
  } else if (!IsOurs(handled)) {
    ended = Refuse(handled);
  }
  // Undoes the rest.
  writes_.reset();
  // Before the answer is sent, because its receiver may ask again at once.
  absl::MutexLock lock(&calls_.mutex_);
  calls_.at_work_.erase(id_);
  at_work_ = false;
  return ended;
}

absl::Status IdempotentCall::Store(const CallAnswer& answer) {
  std::string sealed = Base64Url(AeadEncrypt(key_, Write(answer), id_));
  absl::Status stored = calls_.database_.Write([&](Transaction& tx) {
    Execute(tx.sql(), "INSERT INTO idempotent_calls (id, at, answer) VALUES (:id, :at, :answer)", id_,
            calls_.clock_.Now(), sealed);
    return absl::OkStatus();
  });
  // Another process has done the call; what this one did is undone.
  if (absl::IsAlreadyExists(stored)) return InProgress();
  RETURN_IF_ERROR(stored);
  return writes_->Commit();
}

absl::StatusOr<std::optional<CallAnswer>> RunOnce(IdempotentCalls& calls, const Caller& caller, std::string_view name,
                                                  std::string_view request,
                                                  absl::FunctionRef<absl::Status(CallAnswer&)> handler) {
  RunAgain again(calls.server_metrics(), /*asks_first=*/true);
  absl::StatusOr<std::optional<CallAnswer>> first;
  do {
    IdempotentCall call(calls, caller, name, request);
    first = call.Begin();
    if (first.ok() && !first->has_value()) {
      CallAnswer answer;
      absl::Status handled = handler(answer);
      absl::Status ended = call.Finish(handled, answer);
      if (!ended.ok()) first = ended;
    }
  } while (!first.ok() && again.After(first.status()));
  return first;
}

}  // namespace academy
