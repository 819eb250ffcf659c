// seed_people DATABASE LEARNERS: fills auth's database with one manager and LEARNERS learners, all activated and all
// with the same password, which is hashed once because a hundred thousand hashes would take half an hour. Prints
// `{"manager", "password"}`; learner number N, from 0, is learner-N@academy.example.
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "services/auth/accounts/learners/learner_store.h"
#include "services/auth/accounts/managers/manager_store.h"
#include "services/auth/accounts/text.h"
#include "services/auth/passwords/passwords.h"
#include "services/auth/schema.h"
#include "services/platform/base/clock.h"
#include "services/platform/base/status.h"
#include "services/platform/crypto/random.h"
#include "services/platform/db/database.h"

namespace academy::auth {
namespace {

constexpr char kPassword[] = "Correct-horse-1";
constexpr char kManager[] = "manager@academy.example";
constexpr int kLearnersATransaction = 5000;
constexpr UnixMillis kMinute = 60 * 1000;

// Names as people write them: with and without hamza, with ta marbuta or ha, in two scripts.
constexpr std::array kFirst = {"محمد",    "أحمد",    "احمد", "فاطمة",  "فاطمه", "إيمان",  "ايمان",   "عبدالله", "مريم",
                               "سارة",    "خالد",    "نورة", "يوسف",   "ليلى",  "ليلي",   "عمر",     "آلاء",    "هدى",
                               "Mohamed", "Fatimah", "Sara", "Khalid", "Omar",  "Maryam", "Abdullah"};
constexpr std::array kSecond = {"بن علي", "بن سعد", "عبدالرحمن", "بنت فهد", "صالح", "إبراهيم", "ابراهيم", "سعيد",
                                "Ali",    "Saleh",  "Ibrahim",   "Hassan",  "ناصر", "مبارك",   "حسن"};
constexpr std::array kFamily = {"الحربي",   "القحطاني",  "الغامدي",  "الشهري",    "العتيبي",  "الزهراني",
                                "الدوسري",  "المطيري",   "الفارسي",  "السبيعي",   "البلوي",   "الأحمدي",
                                "الاحمدي",  "العنزي",    "Alharbi",  "Alqahtani", "Alghamdi", "Alshehri",
                                "Alotaibi", "Alzahrani", "Aldosari", "الرشيدي",   "الخالدي",  "المالكي"};

LearnerRecord MakeLearner(int number, const std::string& password_hash, UnixMillis now) {
  // Strides without a common divisor, so that the parts of names do not repeat together.
  size_t n = static_cast<size_t>(number);
  LearnerRecord learner;
  learner.created_at = now - static_cast<UnixMillis>(n) * kMinute;
  learner.id = NewId(learner.created_at);
  learner.email = "learner-" + std::to_string(number) + "@academy.example";
  learner.email_key = EmailKey(learner.email);
  learner.fullname = std::string(kFirst[n * 7 % kFirst.size()]) + " " + kSecond[n * 11 / 3 % kSecond.size()] + " " +
                     kFamily[n * 13 / 5 % kFamily.size()];
  learner.fullname_key = Fold(learner.fullname);
  learner.phonenumber = "+9665" + std::to_string(10'000'000 + n * 797 % 89'999'999);
  learner.address = "طريق الملك فهد، الرياض";
  learner.password_hash = password_hash;
  learner.active = n % 20 == 0 ? 0 : 1;
  learner.activated = 1;
  learner.language = n % 3 == 0 ? "en" : "ar";
  learner.last_login_at = n % 4 == 0 ? 0 : now - static_cast<UnixMillis>(n * 7919 % 525'600) * kMinute;
  return learner;
}

absl::Status Seed(const std::string& path, int learners) {
  ASSIGN_OR_RETURN(std::unique_ptr<Database> database, Database::Open({.url = path}, Migrations()));
  std::string password_hash = Passwords().Hash(kPassword);
  UnixMillis now = Clock::System().Now();
  RETURN_IF_ERROR(database->Write([&](Transaction& tx) -> absl::Status {
    InsertManager(tx.sql(), {.id = NewId(now),
                             .email = kManager,
                             .email_key = EmailKey(kManager),
                             .fullname = "مدير",
                             .password_hash = password_hash,
                             .created_at = now,
                             .role = Role::kOwner});
    return absl::OkStatus();
  }));
  for (int first = 0; first < learners; first += kLearnersATransaction) {
    RETURN_IF_ERROR(database->Write([&](Transaction& tx) -> absl::Status {
      int last = std::min(first + kLearnersATransaction, learners);
      for (int i = first; i < last; ++i) InsertLearner(tx.sql(), MakeLearner(i, password_hash, now));
      return absl::OkStatus();
    }));
  }
  std::printf("{\"manager\":\"%s\",\"password\":\"%s\"}\n", kManager, kPassword);
  return absl::OkStatus();
}

}  // namespace
}  // namespace academy::auth

int main(int argc, char** argv) {
  if (argc != 3) return std::fputs("usage: seed_people DATABASE LEARNERS\n", stderr), 2;
  absl::Status status = academy::auth::Seed(argv[1], std::atoi(argv[2]));
  if (status.ok()) return 0;
  std::fprintf(stderr, "%s\n", std::string(academy::MessageOf(status)).c_str());
  return 1;
}
