// seed_live DATABASE LEARNERS MANAGERS: fills auth's database with people who are already signed in, because hashing
// ten thousand passwords would take minutes. Prints `{"manager", "password", "learners", "managers"}`: the first two
// are one manager's credentials; the last two are lists of tokens, one per person.
#include <cstdio>
#include <cstdlib>
#include <string>

#include "services/auth/accounts/learners/learner_store.h"
#include "services/auth/accounts/managers/manager_store.h"
#include "services/auth/accounts/text.h"
#include "services/auth/passwords/passwords.h"
#include "services/auth/schema.h"
#include "services/auth/sessions/session_store.h"
#include "services/platform/base/clock.h"
#include "services/platform/base/status.h"
#include "services/platform/crypto/digest.h"
#include "services/platform/crypto/random.h"
#include "services/platform/db/database.h"
#include "services/platform/encoding/base64.h"

namespace academy::auth {
namespace {

constexpr char kPassword[] = "Correct-horse-1";
constexpr size_t kTokenBits = 256;
constexpr UnixMillis kDay = 24LL * 60 * 60 * 1000;

// Opens a session and returns its token.
std::string SignIn(Transaction& tx, PersonKind kind, const std::string& person_id, UnixMillis now) {
  std::string token = NewToken(kTokenBits);
  InsertSession(tx.sql(), {.id = NewId(now),
                           .token_hash = Base64Url(Sha256(token)),
                           .kind = kind,
                           .person_id = person_id,
                           .created_at = now,
                           .expires_at = kind == PersonKind::kManager ? now + kDay : 0});
  return token;
}

void Append(std::string& list, const std::string& token) { list += (list.empty() ? "\"" : ",\"") + token + "\""; }

absl::Status Seed(const std::string& path, int learners, int managers) {
  ASSIGN_OR_RETURN(std::unique_ptr<Database> database, Database::Open({.url = path}, Migrations()));
  std::string password_hash = Passwords().Hash(kPassword);
  UnixMillis now = Clock::System().Now();
  std::string learner_tokens;
  std::string manager_tokens;
  RETURN_IF_ERROR(database->Write([&](Transaction& tx) -> absl::Status {
    for (int i = 0; i < managers; ++i) {
      std::string email = "manager-" + std::to_string(i) + "@academy.example";
      ManagerRecord manager{.id = NewId(now),
                            .email = email,
                            .email_key = EmailKey(email),
                            .fullname = "مدير",
                            .password_hash = password_hash,
                            .created_at = now,
                            .role = Role::kOwner};
      InsertManager(tx.sql(), manager);
      Append(manager_tokens, SignIn(tx, PersonKind::kManager, manager.id, now));
    }
    for (int i = 0; i < learners; ++i) {
      LearnerRecord learner{.id = NewId(now)};
      learner.email = "learner-" + std::to_string(i) + "@academy.example";
      learner.email_key = EmailKey(learner.email);
      learner.fullname = "فاطمة بنت علي الحربي";
      learner.fullname_key = Fold(learner.fullname);
      learner.phonenumber = "+966500000000";
      learner.password_hash = password_hash;
      learner.activated = 1;
      learner.language = "ar";
      learner.created_at = now;
      InsertLearner(tx.sql(), learner);
      Append(learner_tokens, SignIn(tx, PersonKind::kLearner, learner.id, now));
    }
    return absl::OkStatus();
  }));
  std::printf(R"({"manager":"manager-0@academy.example","password":"%s","learners":[%s],"managers":[%s]})"
              "\n",
              kPassword, learner_tokens.c_str(), manager_tokens.c_str());
  return absl::OkStatus();
}

}  // namespace
}  // namespace academy::auth

int main(int argc, char** argv) {
  if (argc != 4) return std::fputs("usage: seed_live DATABASE LEARNERS MANAGERS\n", stderr), 2;
  absl::Status status = academy::auth::Seed(argv[1], std::atoi(argv[2]), std::atoi(argv[3]));
  if (status.ok()) return 0;
  std::fprintf(stderr, "%s\n", std::string(academy::MessageOf(status)).c_str());
  return 1;
}
