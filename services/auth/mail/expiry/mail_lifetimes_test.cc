#include "services/auth/mail/expiry/mail_lifetimes.h"

#include <gtest/gtest.h>

#include <string>

namespace academy::auth {
namespace {

constexpr UnixMillis kWritten = 1'800'000'000'000;
constexpr int64_t kCounted = 5'000'000;
constexpr absl::Duration kHour = absl::Hours(1);

// The age of a mail once the system clock has moved by `clock`, and `passed` was counted.
MailAge AgeAfter(MailKind kind, absl::Duration clock, absl::Duration passed, absl::Duration sent_again = {}) {
  MailRecord mail;
  mail.kind = NameOf(kind);
  mail.created_at = kWritten;
  mail.tried_since = kWritten + sent_again;
  mail.counted_since = kCounted;
  return AgeOf(mail, kWritten + clock, kCounted + absl::ToInt64Milliseconds(passed));
}

TEST(MailLifetimes, AMailExpiresWithWhatItBrings) {
  struct Case {
    MailKind kind;
    absl::Duration lifetime;
  };
  for (const Case& c : {Case{MailKind::kRecovery, absl::Minutes(10)}, Case{MailKind::kUnlock, 6 * kHour},
                        Case{MailKind::kActivation, 48 * kHour}, Case{MailKind::kPasswordChanged, 7 * 24 * kHour},
                        Case{MailKind::kEmailChanged, 7 * 24 * kHour}, Case{MailKind::kRoleChanged, 7 * 24 * kHour},
                        Case{MailKind::kFactorsChanged, 7 * 24 * kHour}, Case{MailKind::kContact, 30 * 24 * kHour}}) {
    absl::Duration before = c.lifetime - absl::Milliseconds(1);
    EXPECT_EQ(AgeAfter(c.kind, before, 10'000 * kHour), MailAge::kGood) << NameOf(c.kind);
    EXPECT_EQ(AgeAfter(c.kind, c.lifetime, 10'000 * kHour), MailAge::kExpired) << NameOf(c.kind);
  }
}

TEST(MailLifetimes, AClockThatIsAheadExpiresNothing) {
  EXPECT_EQ(AgeAfter(MailKind::kActivation, 8 * 24 * kHour, kHour), MailAge::kDoubtful);
  EXPECT_EQ(AgeAfter(MailKind::kActivation, 8 * 24 * kHour, 48 * kHour), MailAge::kDoubtful) << "up to a step too much";
  EXPECT_EQ(AgeAfter(MailKind::kActivation, 8 * 24 * kHour, 48 * kHour + absl::Minutes(2)), MailAge::kExpired);
}

TEST(MailLifetimes, AClockThatWasSetBackMakesNothingOlder) {
  EXPECT_EQ(AgeAfter(MailKind::kRecovery, -8 * 24 * kHour, 0 * kHour), MailAge::kGood);
}

TEST(MailLifetimes, SendingAgainRenewsANoticeButNoCode) {
  absl::Duration long_counted = 10'000 * kHour;
  EXPECT_EQ(AgeAfter(MailKind::kRoleChanged, 200 * kHour, long_counted, 100 * kHour), MailAge::kGood);
  EXPECT_EQ(AgeAfter(MailKind::kUnlock, 7 * kHour, long_counted, 5 * kHour), MailAge::kExpired);
}

}  // namespace
}  // namespace academy::auth
