// Calls that carry an idempotency key happen once: their first answer is stored in the transaction of their change and
// returned whenever the same call is repeated within a day.
//
// An answer may contain secrets, such as a session's token. It is encrypted under a key that only the idempotency key
// and the whole request together give, neither of which is stored; a request that does not decrypt it is another one.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "absl/base/thread_annotations.h"
#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/time.h"
#include "services/platform/background/periodic_task.h"
#include "services/platform/base/clock.h"
#include "services/platform/db/database.h"
#include "services/platform/db/joined/joined_writes.h"
#include "services/platform/rpc/caller.h"

namespace academy {

// Statements for a service's own migrations.
inline constexpr std::string_view kIdempotentCallsSchema =
    "CREATE TABLE idempotent_calls (id TEXT PRIMARY KEY, at BIGINT NOT NULL, answer TEXT NOT NULL);\n"
    "CREATE INDEX idempotent_calls_by_time ON idempotent_calls (at);\n";

// What a call returned.
struct CallAnswer {
  // The serialized message.
  std::string response;
  // The trailers: see Positioned and WithDevice in handler.h.
  int64_t feed_position = 0;
  std::string device_token;
};

// Thread-safe.
class IdempotentCalls {
 public:
  // How long answers are kept at least; at most an hour longer.
  static constexpr absl::Duration kKept = absl::Hours(24);

  // Prunes now and every hour. Both must outlive this object. The database's schema must include
  // kIdempotentCallsSchema.
  IdempotentCalls(Database& database, const Clock& clock);

  // Deletes answers older than kKept. Errors as Database::Write.
  absl::Status Prune();

  const ServerMetrics& server_metrics() const { return database_.server_metrics(); }

 private:
  friend class IdempotentCall;

  Database& database_;
  const Clock& clock_;
  absl::Mutex mutex_;
  // The calls at work by id, with the key of their answer, which tells another request.
  std::unordered_map<std::string, std::string> at_work_ ABSL_GUARDED_BY(mutex_);
  // Last, because its thread uses all members above.
  PeriodicTask task_;
};

// One call with a key, on the thread that runs it.
class IdempotentCall {
 public:
  // `caller` has an idempotency_key. `name` is that of the call, `request` its serialized message. `calls` must outlive
  // the call.
  IdempotentCall(IdempotentCalls& calls, const Caller& caller, std::string_view name, std::string_view request);
  // Undoes what was written and not committed by Finish.
  ~IdempotentCall();
  IdempotentCall(const IdempotentCall&) = delete;
  IdempotentCall& operator=(const IdempotentCall&) = delete;

  // Returns the first answer, if there is one; without, the caller runs the handler, whose writes join one transaction
  // from now on, and calls Finish. INVALID_ARGUMENT idempotency_key_reused when the key came with another request;
  // ABORTED in_progress while the first is at work; errors of Database::Read.
  absl::StatusOr<std::optional<CallAnswer>> Begin();

  // Commits what the handler wrote together with its `answer` when it succeeded. When it did not, only what it wrote in
  // spite of its refusal is committed, such as counted attempts, and nothing if it failed for reasons of ours: the next
  // call with the key is then a first one. Returns the status to answer with: `handled`, ABORTED in_progress if another
  // process was faster, or errors of Database::Write.
  absl::Status Finish(const absl::Status& handled, const CallAnswer& answer);

 private:
  // The stored answer, encrypted.
  absl::StatusOr<std::optional<std::string>> Find() const;
  absl::Status Store(const CallAnswer& answer);
  // Commits what was written in spite of the refusal; the status to answer with.
  absl::Status Refuse(const absl::Status& refusal);

  IdempotentCalls& calls_;
  const std::string id_;
  // Of the answer's encryption.
  const std::string key_;
  bool at_work_ = false;
  std::optional<JoinedWrites> writes_;
};

// Does a whole call: returns its first answer if there is one, otherwise runs `handler`, which fills in the answer and
// returns how it ended; nullopt when it succeeded. What a database server's failure undid is done again while the
// thread's call lasts (see RunAgain), also after a commit of unknown outcome, which this finds out: `handler` may run
// several times, but its writes happen once. Errors as Begin and Finish.
absl::StatusOr<std::optional<CallAnswer>> RunOnce(IdempotentCalls& calls, const Caller& caller, std::string_view name,
                                                  std::string_view request,
                                                  absl::FunctionRef<absl::Status(CallAnswer&)> handler);

}  // namespace academy
