#include "services/auth/mail/smtp/trial_command.h"

#include <iostream>
#include <memory>
#include <utility>

#include "services/auth/mail/mail_store.h"
#include "services/auth/mail/mail_texts.h"
#include "services/auth/mail/smtp/mime.h"
#include "services/platform/base/clock.h"
#include "services/platform/base/status.h"
#include "services/platform/crypto/random.h"

namespace academy::auth {
namespace {

absl::Status SendMail(const SmtpOptions& smtp, const MailTrial& trial) {
  Sender recipient;
  if (!ReadSender(trial.to, recipient) || !recipient.name.empty()) {
    return Error(absl::StatusCode::kInvalidArgument, "invalid_flag", "this is no e-mail address");
  }
  ASSIGN_OR_RETURN(std::unique_ptr<MailSender> sender, MakeSmtpSender(smtp));
  UnixMillis now = Clock::System().Now();
  MailTexts texts([url = trial.public_url] { return url; });
  MailContent content = texts.Test("en", /*fullname=*/"", {.at = now, .zone = trial.zone});
  MailRecord mail{.id = NewId(now), .kind = std::string(NameOf(MailKind::kTest)), .recipient = recipient.address};
  mail.subject = std::move(content.subject);
  mail.text = std::move(content.text);
  mail.html = std::move(content.html);
  mail.created_at = now;
  return sender->Send(mail);
}

absl::Status Try(const MailTrial& trial) {
  ASSIGN_OR_RETURN(SmtpOptions smtp, trial.smtp);
  return trial.to.empty() ? GreetSmtpServer(smtp) : SendMail(smtp, trial);
}

}  // namespace

int RunMailTrial(const MailTrial& trial) {
  absl::Status tried = Try(trial);
  if (tried.ok()) {
    std::cout << "ok" << std::endl;
    return 0;
  }
  std::cout << DetailOf(tried).reason << " " << MessageOf(tried) << std::endl;
  return 1;
}

}  // namespace academy::auth
