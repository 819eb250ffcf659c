#include "services/platform/db/server/server.h"

#include <libpq-fe.h>
#include <soci/postgresql/soci-postgresql.h>

#include <array>
#include <memory>
#include <utility>

#include "absl/strings/cord.h"
#include "absl/strings/str_cat.h"
#include "services/platform/base/log.h"
#include "services/platform/base/status.h"
#include "services/platform/db/trouble.h"

namespace academy {
namespace {

// What to do about an error: the value is one of those below.
constexpr char kPayload[] = "academy/database-again";
constexpr std::string_view kSameConnection = "same";
constexpr std::string_view kNewConnection = "new";
constexpr std::string_view kUnknown = "unknown";

// Seconds until a connection attempt to one host ends, and milliseconds until an unanswered connection does. Both are
// shorter than the time in which a cluster has a new primary.
constexpr std::array<std::pair<const char*, const char*>, 6> kLimits = {{
    {"connect_timeout", "3"},
    {"tcp_user_timeout", "5000"},
    {"keepalives_idle", "3"},
    {"keepalives_interval", "1"},
    {"keepalives_count", "3"},
    {"application_name", "academy"},
}};

// For the server, which otherwise keeps the session and the locks of a client host that is gone for as long as its
// system's TCP does, two hours: it asks after 5 s of silence and ends the session after 10 s. With
// client_connection_check_interval it also looks while a statement runs or waits for a lock; never while a commit waits
// for its standby.
constexpr char kSettings[] =
    "SET statement_timeout = 0; SET tcp_keepalives_idle = 5; SET tcp_keepalives_interval = 2; "
    "SET tcp_keepalives_count = 3; SET tcp_user_timeout = 10000; SET client_connection_check_interval = 5000";

struct FreeOptions {
  void operator()(PQconninfoOption* options) const { PQconninfoFree(options); }
};

// `url` with what it does not say already.
std::string Complete(const std::string& url, bool writes) {
  char* error = nullptr;
  std::unique_ptr<PQconninfoOption, FreeOptions> options(PQconninfoParse(url.c_str(), &error));
  if (options == nullptr) {
    std::string text = error == nullptr ? "it cannot be parsed" : error;
    PQfreemem(error);
    throw soci::soci_error("the database's address: " + text);
  }
  auto says = [&](std::string_view keyword) {
    for (PQconninfoOption* option = options.get(); option->keyword != nullptr; ++option) {
      if (option->keyword == keyword) return option->val != nullptr;
    }
    return false;
  };
  std::string complete = url;
  auto add = [&](const char* keyword, const char* value) {
    if (!says(keyword))
      absl::StrAppend(&complete, complete.find('?') == complete.npos ? "?" : "&", keyword, "=", value);
  };
  for (auto [keyword, value] : kLimits) add(keyword, value);
  if (writes) add("target_session_attrs", "read-write");
  // SOCI 4.0.3 reads what stands before the first `=` as a keyword of its own: the whole address until there.
  return complete;
}

// A cancelled wait for the standby comes as a warning of no class of its own: the commit is made, but on this server
// only.
void Notice(void* warned, const PGresult* result) {
  const char* state = PQresultErrorField(result, PG_DIAG_SQLSTATE);
  if (state == nullptr) return;
  const char* severity = PQresultErrorField(result, PG_DIAG_SEVERITY_NONLOCALIZED);
  if (severity == nullptr || std::string_view(severity) != "WARNING") return;
  LogWarning("database server warns", {{"state", state}, {"text", PQresultErrorMessage(result)}});
  if (std::string_view(state) == "01000") *static_cast<bool*>(warned) = true;
}

absl::Status With(std::string_view what, absl::Status status) {
  status.SetPayload(kPayload, absl::Cord(absl::string_view(what.data(), what.size())));
  return status;
}

bool Says(const absl::Status& status, std::string_view what) {
  auto payload = status.GetPayload(kPayload);
  return payload.has_value() && *payload == absl::string_view(what.data(), what.size());
}

}  // namespace

bool IsServerUrl(std::string_view url) { return url.starts_with("postgresql://") || url.starts_with("postgres://"); }

void ConnectToServer(soci::session& session, const WatchedPostgresql& postgresql, const std::string& url, bool writes,
                     bool& warned) {
  const std::string complete = Complete(url, writes);
  try {
    session.open(postgresql, complete);
  } catch (const soci::soci_error& error) {
    // It says no SQLSTATE. Whatever the reason is, the next attempt may succeed.
    throw soci::postgresql_soci_error(error.what(), "08001");
  }
  PQsetNoticeReceiver(ServerConnectionOf(session), Notice, &warned);
  session << kSettings;
}

void LimitIdleTransactions(soci::session& session) { session << "SET idle_in_transaction_session_timeout = '60s'"; }

absl::Status ServerError(std::string_view state, std::string_view text) {
  // Blank: the connection broke. 08: connection errors; 57P: the server is shutting down, starting, or ended us.
  if (state.find_first_not_of(' ') == state.npos || state.starts_with("08") || state.starts_with("57P")) {
    return With(kNewConnection, ServerTrouble(trouble::kUnreachable, text));
  }
  // Our transaction was idle for too long (LimitIdleTransactions).
  if (state == "25P03") return With(kNewConnection, ServerTrouble(trouble::kUnreachable, text));
  // It is a standby now, or was made read-only.
  if (state == "25006") return With(kNewConnection, ServerTrouble(trouble::kStandby, text));
  // Too many connections, or no memory.
  if (state == "53300" || state == "53200") return With(kNewConnection, ServerTrouble(trouble::kUnreachable, text));
  // Serialization failure, deadlock, lock not available.
  if (state == "40001" || state == "40P01" || state == "55P03") {
    return With(kSameConnection, ServerTrouble(trouble::kBusy, text));
  }
  // Somebody cancelled the statement, who would not want it run again.
  if (state == "57014") return ServerTrouble(trouble::kBusy, text);
  if (state == "53100") return ServerTrouble(trouble::kFull, text);
  if (state.starts_with("58")) return ServerTrouble(trouble::kDiskError, text);
  // Damaged data or index.
  if (state == "XX001" || state == "XX002") return ServerTrouble(trouble::kCorrupt, text);
  return absl::OkStatus();
}

bool IsSpoiled(soci::session& session) { return PQtransactionStatus(ServerConnectionOf(session)) == PQTRANS_INERROR; }

absl::Status OutcomeUnknown(std::string_view text) {
  LogError("commit of unknown outcome", {{"error", text}});
  return With(kUnknown, WithRetryAfter(Error(absl::StatusCode::kUnavailable, "outcome_unknown",
                                             "The connection to the database was lost: it may have been done or not"),
                                       1));
}

bool MayRunAgain(const absl::Status& status) { return Says(status, kSameConnection) || Says(status, kNewConnection); }

bool IsConflict(const absl::Status& status) { return Says(status, kSameConnection); }

bool IsOutcomeUnknown(const absl::Status& status) { return Says(status, kUnknown); }

bool NeedsNewConnection(const absl::Status& status) { return Says(status, kNewConnection) || Says(status, kUnknown); }

}  // namespace academy
