#include "services/auth/mail/expiry/mail_lifetimes.h"

#include <gtest/gtest.h>

#include <string>

namespace academy::auth {
namespace {

constexpr UnixMillis kWritten = 1'800'000'000'000;
constexpr int64_t kCounted = 5'000'000;
constexpr absl::Duration kHour = absl::Hours(1);

constexpr absl::Duration kWeek = absl::Hours(7 * 24);
// Counted times may be up to this much too high.
constexpr absl::Duration kStep = absl::Minutes(2);
constexpr absl::Duration kMillisecond = absl::Milliseconds(1);

// The age of a mail once the system clock has moved by `clock`, and `passed` was counted.
MailAge AgeAfter(MailKind kind, absl::Duration clock, absl::Duration passed) {
  MailRecord mail;
  mail.kind = NameOf(kind);
  mail.created_at = mail.tried_since = kWritten;
  mail.counted_since = kCounted;
  return AgeOf(mail, kWritten + clock, kCounted + absl::ToInt64Milliseconds(passed));
}

struct Case {
  MailKind kind;
  absl::Duration lifetime;
};
const Case kCodes[] = {
    {MailKind::kRecovery, absl::Minutes(10)}, {MailKind::kUnlock, 6 * kHour}, {MailKind::kActivation, 48 * kHour}};
const Case kOthers[] = {{MailKind::kPasswordChanged, kWeek},
                        {MailKind::kEmailChanged, kWeek},
                        {MailKind::kRoleChanged, kWeek},
                        {MailKind::kFactorsChanged, kWeek},
                        {MailKind::kContact, 30 * 24 * kHour}};

TEST(MailLifetimes, ACodeIsSentUntilItIsDead) {
  for (const Case& c : kCodes) {
    EXPECT_EQ(AgeAfter(c.kind, c.lifetime - kMillisecond, c.lifetime + kStep), MailAge::kGood) << NameOf(c.kind);
    EXPECT_EQ(AgeAfter(c.kind, c.lifetime, c.lifetime + kStep), MailAge::kExpired) << NameOf(c.kind);
  }
}

TEST(MailLifetimes, AClockThatIsAheadHoldsACodeBackAndExpiresNothing) {
  for (const Case& c : kCodes) {
    EXPECT_EQ(AgeAfter(c.kind, kWeek, c.lifetime + kStep - kMillisecond), MailAge::kDoubtful) << NameOf(c.kind);
  }
  for (const Case& c : kOthers) {
    EXPECT_EQ(AgeAfter(c.kind, 500 * kWeek, kHour), MailAge::kGood) << NameOf(c.kind);
  }
}

TEST(MailLifetimes, OtherMailsExpireByTheCountedTime) {
  for (const Case& c : kOthers) {
    for (absl::Duration clock : {-kWeek, absl::ZeroDuration(), 500 * kWeek}) {
      EXPECT_EQ(AgeAfter(c.kind, clock, c.lifetime + kStep - kMillisecond), MailAge::kGood) << NameOf(c.kind);
      EXPECT_EQ(AgeAfter(c.kind, clock, c.lifetime + kStep), MailAge::kExpired) << NameOf(c.kind);
    }
  }
}

}  // namespace
}  // namespace academy::auth
