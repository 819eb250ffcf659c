#include "services/auth/accounts/learners/learner_import_service.h"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "services/auth/accounts/converters.h"
#include "services/auth/accounts/learners/learner_changes.h"
#include "services/auth/accounts/learners/learner_store.h"
#include "services/auth/accounts/text.h"
#include "services/auth/accounts/validation.h"
#include "services/auth/passwords/password_rules.h"
#include "services/platform/crypto/random.h"
#include "services/platform/feed/feed_stream.h"

namespace academy::auth {
namespace {

constexpr int kMaxRows = 1000;
// Rows per transaction, so that other writes do not wait long.
constexpr size_t kRowsInTransaction = 100;

using Request = v1::ImportLearnersRequest;
using Response = v1::ImportLearnersResponse;

// A validated row. Empty fields keep the stored values.
struct Wanted {
  const Request::Row* given = nullptr;
  Response::Row* told = nullptr;
  std::string email;
  std::string email_key;
  std::string fullname;
  std::string phonenumber;
  std::string address;
  // Hash of a password that differs from the account's; otherwise empty.
  std::string password_hash;
};

void Refuse(const absl::Status& status, Response::Row& row) {
  row.set_outcome("refused");
  // A write may run several times.
  row.clear_refusals();
  for (const FieldViolation& each : DetailOf(status).fields) {
    Response::Refusal& refusal = *row.add_refusals();
    refusal.set_field(each.field);
    refusal.set_code(each.code);
    refusal.set_message(each.message);
  }
}

absl::Status NameMissing() { return ValidationError({{"fullname", "required", "The full name is missing"}}); }

absl::Status Read(const Request::Row& row, const PasswordRules& rules, Wanted& wanted) {
  Validator validator;
  wanted.email = validator.Email("email", row.email());
  if (!row.fullname().empty()) wanted.fullname = validator.Fullname("fullname", row.fullname());
  wanted.phonenumber = validator.Phonenumber("phonenumber", row.phonenumber());
  wanted.address = validator.Address("address", row.address());
  if (!row.password().empty()) validator.NewPassword("password", row.password(), rules);
  wanted.email_key = EmailKey(wanted.email);
  return validator.status();
}

// Returns false if `learner` already has all values, disregarding the password.
bool Apply(const Wanted& wanted, LearnerRecord& learner) {
  bool changed = false;
  auto set = [&](const std::string& value, std::string& field) {
    if (value.empty() || value == field) return;
    field = value;
    changed = true;
  };
  set(wanted.fullname, learner.fullname);
  set(wanted.phonenumber, learner.phonenumber);
  set(wanted.address, learner.address);
  if (changed) learner.fullname_key = Fold(learner.fullname);
  return changed;
}

LearnerRecord NewLearner(const Wanted& wanted, const Caller& caller, UnixMillis now) {
  LearnerRecord learner;
  learner.email = wanted.email;
  learner.email_key = wanted.email_key;
  Apply(wanted, learner);
  learner.password_hash = wanted.password_hash;
  // The manager vouches for the address.
  learner.activated = 1;
  learner.language = LanguageOf(caller.language);
  learner.created_at = now;
  learner.id = NewId(now);
  return learner;
}

// Fills in what importing the rows would do.
void Preview(soci::session& sql, std::vector<Wanted>& batch) {
  // Accounts as the earlier rows would leave them; new ones have no id.
  std::map<std::string, LearnerRecord> known;
  for (Wanted& wanted : batch) {
    auto account = known.find(wanted.email_key);
    if (account == known.end()) {
      std::optional<LearnerRecord> found = FindLearnerByEmail(sql, wanted.email_key);
      if (!found.has_value() && !wanted.given->foreseen()) {
        if (wanted.fullname.empty()) {
          Refuse(NameMissing(), *wanted.told);
          continue;
        }
        wanted.told->set_outcome("created");
        wanted.told->set_fullname(wanted.fullname);
        Apply(wanted, known[wanted.email_key]);
        continue;
      }
      account = known.emplace(wanted.email_key, found.value_or(LearnerRecord())).first;
    }
    LearnerRecord& learner = account->second;
    // Later rows for a new account count as unchanged.
    bool changed = Apply(wanted, learner);
    bool password = !wanted.given->password().empty();
    wanted.told->set_outcome(!learner.id.empty() && (changed || password) ? "updated" : "unchanged");
    wanted.told->set_learner_id(learner.id);
    wanted.told->set_fullname(learner.fullname);
  }
}

// Hashes the row's password if it differs from its account's current one.
absl::Status HashPassword(const Deps& deps, Wanted& wanted) {
  const std::string& password = wanted.given->password();
  using Hash = absl::StatusOr<std::string>;
  ASSIGN_OR_RETURN(std::string present, deps.database.Read([&](soci::session& sql) -> Hash {
    std::optional<LearnerRecord> learner = FindLearnerByEmail(sql, wanted.email_key);
    return learner.has_value() ? learner->password_hash : "";
  }));
  if (!present.empty() && deps.passwords.Verify(present, password, Urgency::kBackground)) return absl::OkStatus();
  wanted.password_hash = deps.passwords.Hash(password, Urgency::kBackground);
  return absl::OkStatus();
}

// Hashes the passwords that differ from their accounts' current ones, on as many threads as may compute.
absl::Status HashPasswords(const Deps& deps, std::vector<Wanted>& batch) {
  std::vector<Wanted*> rows;
  std::set<std::pair<std::string, std::string>> seen;
  for (Wanted& wanted : batch) {
    const std::string& password = wanted.given->password();
    if (!password.empty() && seen.emplace(wanted.email_key, password).second) rows.push_back(&wanted);
  }
  std::atomic<size_t> next = 0;
  // Each thread's own.
  std::vector<absl::Status> failed(std::min(deps.passwords.at_once(), rows.size()));
  auto work = [&](absl::Status& status) {
    for (size_t i = next++; i < rows.size() && status.ok(); i = next++) status = HashPassword(deps, *rows[i]);
  };
  std::vector<std::thread> threads;
  for (size_t i = 1; i < failed.size(); ++i) threads.emplace_back(work, std::ref(failed[i]));
  if (!failed.empty()) work(failed.front());
  for (std::thread& thread : threads) thread.join();
  for (const absl::Status& status : failed) RETURN_IF_ERROR(status);
  return absl::OkStatus();
}

// Creates or updates one account. Returns the feed's position after that, 0 if no event was appended.
int64_t Import(Transaction& tx, const Deps& deps, const Caller& caller, const Wanted& wanted) {
  std::optional<LearnerRecord> found = FindLearnerByEmail(tx.sql(), wanted.email_key);
  Response::Row& told = *wanted.told;
  if (!found.has_value()) {
    if (wanted.fullname.empty()) {
      Refuse(NameMissing(), told);
      return 0;
    }
    found = NewLearner(wanted, caller, deps.clock.Now());
    InsertLearner(tx.sql(), *found);
    deps.audit.Record(tx, caller, *found, "created", {{"email", found->email}});
    told.set_outcome("created");
    told.set_learner_id(found->id);
    told.set_fullname(found->fullname);
    return 0;
  }
  const LearnerRecord before = *found;
  bool changed = Apply(wanted, *found);
  bool new_password = !wanted.password_hash.empty();
  told.set_outcome(changed || new_password ? "updated" : "unchanged");
  told.set_learner_id(found->id);
  told.set_fullname(found->fullname);
  if (!changed && !new_password) return 0;
  if (new_password) found->password_hash = wanted.password_hash;
  return StoreLearner(deps, tx, caller, before, *found);
}

}  // namespace

absl::StatusOr<Response> LearnerImportService::ImportLearners(const Caller& caller, const Request& request) {
  RETURN_IF_ERROR(RequireManagerOrService(caller));
  if (request.rows_size() > kMaxRows) return ValidationError({{"rows", "too_many", "At most 1000 rows a call"}});

  Response response;
  std::vector<Wanted> batch;
  for (const Request::Row& row : request.rows()) {
    Wanted wanted{.given = &row, .told = response.add_rows()};
    absl::Status read = Read(row, deps_.password_rules, wanted);
    if (read.ok()) {
      batch.push_back(std::move(wanted));
    } else {
      Refuse(read, *wanted.told);
    }
  }
  if (request.dry_run()) {
    RETURN_IF_ERROR(deps_.database.Read([&](soci::session& sql) -> absl::Status {
      Preview(sql, batch);
      return absl::OkStatus();
    }));
    return response;
  }

  RETURN_IF_ERROR(HashPasswords(deps_, batch));
  for (size_t begin = 0; begin < batch.size(); begin += kRowsInTransaction) {
    size_t end = std::min(batch.size(), begin + kRowsInTransaction);
    absl::StatusOr<int64_t> position = deps_.database.Write([&](Transaction& tx) -> absl::StatusOr<int64_t> {
      int64_t last = 0;
      for (size_t i = begin; i < end; ++i) last = std::max(last, Import(tx, deps_, caller, batch[i]));
      return last;
    });
    RETURN_IF_ERROR(position.status());
    response.set_feed_position(std::max(response.feed_position(), *position));
  }
  return response;
}

}  // namespace academy::auth
