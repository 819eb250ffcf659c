#include "services/auth/mail/mail_texts.h"

#include <utility>

#include "absl/strings/str_replace.h"
#include "services/auth/accounts/text.h"

namespace academy::auth {
namespace {

// One mail in one language. `{name}` is replaced, or left out with the blank before it.
struct Template {
  std::string_view subject;
  std::string_view greeting;
  std::string_view before;
  std::string_view button;
  std::string_view after;
};

constexpr Template kActivationArabic = {
    .subject = "تفعيل حسابك في الأكاديمية",
    .greeting = "مرحبًا،",
    .before = "شكرًا لإنشاء حسابك. لتفعيله افتح الرابط التالي ثم اضغط زر التفعيل. الرابط صالح لمدة 48 ساعة.",
    .button = "تفعيل الحساب",
    .after = "إذا لم تنشئ حسابًا في الأكاديمية فتجاهل هذه الرسالة.",
};
constexpr Template kActivationEnglish = {
    .subject = "Activate your academy account",
    .greeting = "Hello,",
    .before =
        "Thank you for signing up. To activate your account, open this link and press the button there. The link "
        "is valid for 48 hours.",
    .button = "Activate account",
    .after = "If you did not sign up, please ignore this e-mail.",
};
constexpr Template kRecoveryArabic = {
    .subject = "رمز استعادة كلمة المرور",
    .greeting = "مرحبًا {name}،",
    .before = "أدخل هذا الرمز لاستعادة كلمة المرور. وهو صالح لمدة 10 دقائق:",
    .button = "إدخال الرمز",
    .after = "إذا لم تطلب ذلك فتجاهل هذه الرسالة. ولا تعطِ الرمز لأحد.",
};
constexpr Template kRecoveryEnglish = {
    .subject = "Your password recovery code",
    .greeting = "Hello {name},",
    .before = "This code lets you set a new password. It is valid for 10 minutes:",
    .button = "Enter the code",
    .after = "If you did not ask for it, please ignore this e-mail. Do not give the code to anyone.",
};
// Before the link to the page that asks for the code.
constexpr std::string_view kElsewhereArabic = "على جهاز آخر، أو إذا أغلقت الصفحة، افتح هذا الرابط وأدخل الرمز فيه:";
constexpr std::string_view kElsewhereEnglish =
    "On another device, or if you have closed the page, open this link and enter the code there:";

constexpr Template kPasswordArabic = {
    .subject = "تم تغيير كلمة المرور",
    .greeting = "مرحبًا {name}،",
    .before = "تم تغيير كلمة مرور حسابك في الأكاديمية بتاريخ:",
    .button = "",
    .after = "إذا لم تكن تتوقع ذلك فغيّر كلمة المرور فورًا وأبلغ إدارة الأكاديمية.",
};
constexpr Template kPasswordEnglish = {
    .subject = "Your password was changed",
    .greeting = "Hello {name},",
    .before = "The password of your academy account was changed at this time:",
    .button = "",
    .after = "If you did not expect this, set a new password at once and tell the academy.",
};
constexpr Template kEmailArabic = {
    .subject = "تم تغيير بريدك الإلكتروني",
    .greeting = "مرحبًا {name}،",
    .before = "تم تغيير البريد الإلكتروني لحسابك في الأكاديمية. سجّل الدخول من الآن بالعنوان الجديد.",
    .button = "",
    .after = "إذا لم تكن تتوقع ذلك فأبلغ إدارة الأكاديمية فورًا.",
};
constexpr Template kEmailEnglish = {
    .subject = "Your e-mail address was changed",
    .greeting = "Hello {name},",
    .before = "The e-mail address of your academy account was changed. From now on, sign in with the new one.",
    .button = "",
    .after = "If you did not expect this, tell the academy at once.",
};

constexpr Template kUnlockArabic = {
    .subject = "أُوقف تسجيل الدخول إلى حسابك مؤقتًا",
    .greeting = "مرحبًا {name}،",
    .before =
        "أُدخلت كلمة مرور خاطئة لحسابك في الأكاديمية عدة مرات، لذلك أُوقف تسجيل الدخول إليه مؤقتًا لدقائق. لتسجيل الدخول "
        "الآن افتح هذا الرابط على الجهاز الذي تريد تسجيل الدخول منه ثم اضغط الزر في الصفحة. الرابط صالح لمدة 6 ساعات "
        "ولمرة واحدة.",
    .button = "السماح لي بتسجيل الدخول",
    .after =
        "الرابط وحده لا يكفي لتسجيل الدخول إلى حسابك، فكلمة المرور مطلوبة أيضًا. إذا لم تحاول تسجيل الدخول فتجاهل هذه "
        "الرسالة.",
};
constexpr Template kUnlockEnglish = {
    .subject = "Signing in to your academy account is paused",
    .greeting = "Hello {name},",
    .before =
        "A wrong password was entered for your academy account several times, so signing in is paused for a few "
        "minutes. To sign in now, open this link on the device that you want to sign in with, and press the button "
        "there. The link is valid for 6 hours and works once.",
    .button = "Let me sign in",
    .after =
        "The link alone signs nobody in: the password is still needed. If you did not try to sign in, please ignore "
        "this e-mail.",
};

constexpr Template kRoleArabic = {
    .subject = "تم تغيير دورك في الأكاديمية",
    .greeting = "مرحبًا {name}،",
    .before = "تم تغيير دورك في إدارة الأكاديمية. دورك الآن:",
    .button = "",
    .after = "إذا لم تكن تتوقع ذلك فاسأل مالك الأكاديمية.",
};
constexpr Template kRoleEnglish = {
    .subject = "Your role in the academy was changed",
    .greeting = "Hello {name},",
    .before = "Your role among the managers of the academy was changed. It is now:",
    .button = "",
    .after = "If you did not expect this, ask an owner of the academy.",
};

constexpr Template kFactorsArabic = {
    .subject = "تغيير في التحقق بخطوتين لحسابك",
    .greeting = "مرحبًا {name}،",
    .before = "",
    .button = "",
    .after = "إذا لم تكن أنت من فعل ذلك فغيّر كلمة المرور فورًا وأبلغ إدارة الأكاديمية.",
};
constexpr Template kFactorsEnglish = {
    .subject = "The two-step verification of your account was changed",
    .greeting = "Hello {name},",
    .before = "",
    .button = "",
    .after = "If you did not do this, set a new password at once and tell the academy.",
};

constexpr Template kTestArabic = {
    .subject = "رسالة تجريبية من الأكاديمية",
    .greeting = "مرحبًا {name}،",
    .before = "وصول هذه الرسالة يعني أن رسائل الأكاديمية تصل. وقد طُلبت من صفحات الإدارة بتاريخ:",
    .button = "",
    .after = "إذا وجدتها بين الرسائل غير المرغوب فيها فراجع سجلَّي \u2068SPF\u2069 و\u2068DKIM\u2069 لنطاقك.",
};
constexpr Template kTestEnglish = {
    .subject = "Test e-mail from the academy",
    .greeting = "Hello {name},",
    .before =
        "This e-mail shows that the academy's e-mails arrive. It was requested in the managers' area at this time:",
    .button = "",
    .after = "If you found it in the spam folder, check the SPF and DKIM records of your domain.",
};

constexpr Template kContactArabic = {
    .subject = "رسالة من الموقع: {name}",
    .greeting = "رسالة من {name}",
    .before = "وصلت من صفحة الاتصال في موقع الأكاديمية. ويصل الرد على هذه الرسالة إلى مرسلها.",
    .button = "",
    .after = "لم يتحقق أحد من هوية المرسل، ولا من أن العنوان له.",
};
constexpr Template kContactEnglish = {
    .subject = "Message from the site: {name}",
    .greeting = "A message from {name}",
    .before = "It came from the contact page of the academy's site. A reply to this e-mail goes to its sender.",
    .button = "",
    .after = "Nobody has checked who the sender is, or whether the address is theirs.",
};

std::string_view NameOfRole(bool english, Role role) {
  switch (role) {
    case Role::kOwner:
      return english ? "Owner" : "مالك";
    case Role::kManager:
      return english ? "Manager" : "مدير";
    case Role::kSupport:
      return english ? "Support" : "دعم";
    case Role::kNone:
      break;
  }
  return "";
}

std::string_view TextOf(FactorsChange change, bool english) {
  switch (change) {
    case FactorsChange::kTotpOn:
      return english ? "An authenticator app was turned on for your academy account at this time:"
                     : "تم تفعيل تطبيق المصادقة لحسابك في الأكاديمية بتاريخ:";
    case FactorsChange::kTotpOff:
      return english ? "The authenticator app of your academy account was turned off at this time:"
                     : "تم إيقاف تطبيق المصادقة لحسابك في الأكاديمية بتاريخ:";
    case FactorsChange::kPasskeyAdded:
      return english ? "A passkey, which opens your academy account without a password, was added to it at this "
                       "time:"
                     : "تمت إضافة مفتاح مرور إلى حسابك في الأكاديمية، وهو يفتح حسابك دون كلمة مرور، وذلك بتاريخ:";
    case FactorsChange::kPasskeyRemoved:
      return english ? "A passkey was deleted from your academy account at this time:"
                     : "تم حذف مفتاح مرور من حسابك في الأكاديمية بتاريخ:";
    case FactorsChange::kReset:
      return english ? "Your authenticator app, passkeys and recovery codes no longer work, because another manager "
                       "reset the two-step verification of your academy account at this time:"
                     : "أعاد مدير آخر ضبط التحقق بخطوتين لحسابك في الأكاديمية، ولم يعد تطبيق المصادقة ومفاتيح المرور "
                       "ورموز الاسترداد صالحة، وذلك بتاريخ:";
    case FactorsChange::kCodesMade:
      return english ? "Your old recovery codes no longer work, because new ones were made for your academy account at "
                       "this time:"
                     : "تم إنشاء رموز استرداد جديدة لحسابك في الأكاديمية، ولم تعد الرموز السابقة صالحة، وذلك بتاريخ:";
    case FactorsChange::kCodeUsed:
      return english ? "A recovery code of your academy account was used at this time:"
                     : "تم استخدام رمز استرداد لحسابك في الأكاديمية بتاريخ:";
  }
  return "";
}

absl::string_view Abseil(std::string_view text) { return {text.data(), text.size()}; }

std::string EscapeHtml(std::string_view text) {
  return absl::StrReplaceAll(Abseil(text),
                             {{"&", "&amp;"}, {"<", "&lt;"}, {">", "&gt;"}, {"\"", "&quot;"}, {"'", "&#39;"}});
}

// Encodes all but the unreserved characters of RFC 3986.
std::string EncodeUrl(std::string_view text) {
  constexpr char kDigits[] = "0123456789ABCDEF";
  std::string encoded;
  for (unsigned char c : text) {
    if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '.' ||
        c == '_' || c == '~') {
      encoded += static_cast<char>(c);
    } else {
      encoded += {'%', kDigits[c >> 4], kDigits[c & 15]};
    }
  }
  return encoded;
}

std::string WithName(std::string_view greeting, std::string_view name) {
  if (name.empty()) return absl::StrReplaceAll(Abseil(greeting), {{" {name}", ""}});
  return absl::StrReplaceAll(Abseil(greeting), {{"{name}", Abseil(name)}});
}

// Isolates a text, so that a Latin name in an Arabic line (or the reverse) does not reorder the punctuation.
std::string Isolated(std::string_view text) {
  return text.empty() ? std::string() : "<bdi>" + EscapeHtml(WithoutDirections(text)) + "</bdi>";
}

// The same in plain text: between FIRST STRONG ISOLATE and POP DIRECTIONAL ISOLATE.
std::string PlainIsolated(std::string_view text) {
  return text.empty() ? std::string() : "\u2068" + WithoutDirections(text) + "\u2069";
}

std::string Page(std::string_view language, const Template& words, std::string_view fullname,
                 const std::string& middle) {
  bool arabic = language == "ar";
  std::string html = "<!doctype html>\n<html lang=\"" + std::string(language) + "\" dir=\"" + (arabic ? "rtl" : "ltr") +
                     "\">\n<head><meta charset=\"utf-8\"><title>";
  html += EscapeHtml(words.subject);
  html += "</title></head>\n<body style=\"font-family:sans-serif;line-height:1.6\">\n<p>";
  html += WithName(words.greeting, Isolated(fullname));
  html += "</p>\n<p>";
  html += words.before;
  html += "</p>\n" + middle + "<p style=\"color:#666\">";
  html += words.after;
  html += "</p>\n</body>\n</html>\n";
  return html;
}

std::string Plain(const Template& words, std::string_view fullname, std::string_view middle) {
  std::string text = WithName(words.greeting, PlainIsolated(fullname)) + "\n\n";
  text.append(words.before).append("\n\n").append(middle).append("\n\n").append(words.after).append("\n");
  return text;
}

// A mail about something that happened at a time.
MailContent AtTime(std::string_view language, const Template& words, std::string_view fullname, const MailTime& when) {
  std::string time = absl::FormatTime("%Y-%m-%d %H:%M (UTC%Ez)", absl::FromUnixMillis(when.at), when.zone);
  return {.subject = std::string(words.subject),
          .text = Plain(words, fullname, time),
          .html = Page(language, words, fullname, "<p dir=\"ltr\"><strong>" + time + "</strong></p>\n")};
}

// A button, and the address for whoever cannot press it.
std::string Link(std::string_view button, const std::string& link) {
  std::string escaped = EscapeHtml(link);
  std::string html = "<p><a href=\"" + escaped +
                     "\" style=\"display:inline-block;padding:10px 18px;background:#15803d;color:#fff;"
                     "text-decoration:none;border-radius:6px\">";
  html.append(button);
  html += "</a></p>\n<p dir=\"ltr\" style=\"word-break:break-all\">" + escaped + "</p>\n";
  return html;
}

MailContent WithLink(std::string_view language, const Template& words, std::string_view fullname,
                     const std::string& link) {
  return {.subject = std::string(words.subject),
          .text = Plain(words, fullname, link),
          .html = Page(language, words, fullname, Link(words.button, link))};
}

}  // namespace

MailTexts::MailTexts(std::function<std::string()> public_url) : public_url_(std::move(public_url)) {}

MailContent MailTexts::Activation(std::string_view language, std::string_view email, std::string_view token) const {
  const Template& words = language == "en" ? kActivationEnglish : kActivationArabic;
  std::string link = public_url_() + "/client/auth/activation?email=" + EncodeUrl(email) + "&token=" + EncodeUrl(token);
  return WithLink(language, words, /*fullname=*/{}, link);
}

MailContent MailTexts::Recovery(std::string_view language, std::string_view fullname, std::string_view code,
                                std::string_view handle) const {
  const Template& words = language == "en" ? kRecoveryEnglish : kRecoveryArabic;
  std::string elsewhere(language == "en" ? kElsewhereEnglish : kElsewhereArabic);
  std::string link = public_url_() + "/client/auth/forgotpassword#handle=" + EncodeUrl(handle);
  std::string middle =
      "<p dir=\"ltr\" style=\"font-size:28px;letter-spacing:6px\"><strong>" + EscapeHtml(code) + "</strong></p>\n<p>";
  middle += elsewhere + "</p>\n" + Link(words.button, link);
  return {.subject = std::string(words.subject),
          .text = Plain(words, fullname, std::string(code) + "\n\n" + elsewhere + "\n\n" + link),
          .html = Page(language, words, fullname, middle)};
}

MailContent MailTexts::PasswordChanged(std::string_view language, std::string_view fullname,
                                       const MailTime& when) const {
  return AtTime(language, language == "en" ? kPasswordEnglish : kPasswordArabic, fullname, when);
}

MailContent MailTexts::FactorsChanged(std::string_view language, std::string_view fullname, FactorsChange change,
                                      const MailTime& when) const {
  bool english = language == "en";
  Template words = english ? kFactorsEnglish : kFactorsArabic;
  words.before = TextOf(change, english);
  return AtTime(language, words, fullname, when);
}

MailContent MailTexts::EmailChanged(std::string_view language, std::string_view fullname, std::string_view old_email,
                                    std::string_view new_email) const {
  bool english = language == "en";
  const Template& words = english ? kEmailEnglish : kEmailArabic;
  std::string old_label = english ? "Old address:" : "العنوان السابق:";
  std::string new_label = english ? "New address:" : "العنوان الجديد:";
  // Addresses are on separate lines, so that the direction of the surrounding text cannot reorder them.
  std::string plain = new_label + "\n" + WithoutDirections(new_email);
  std::string middle = new_label + " <strong>" + Isolated(new_email) + "</strong></p>\n";
  if (!old_email.empty()) {
    plain.insert(0, old_label + "\n" + WithoutDirections(old_email) + "\n\n");
    middle.insert(0, old_label + " " + Isolated(old_email) + "<br>\n");
  }
  middle.insert(0, "<p>");
  return {.subject = std::string(words.subject),
          .text = Plain(words, fullname, plain),
          .html = Page(language, words, fullname, middle)};
}

MailContent MailTexts::EmailChanged(std::string_view language, std::string_view new_email) const {
  return EmailChanged(language, /*fullname=*/{}, /*old_email=*/{}, new_email);
}

MailContent MailTexts::Unlock(std::string_view language, std::string_view fullname, std::string_view page,
                              std::string_view token) const {
  const Template& words = language == "en" ? kUnlockEnglish : kUnlockArabic;
  std::string link = public_url_();
  link.append(page).append("#token=").append(EncodeUrl(token));
  return WithLink(language, words, fullname, link);
}

MailContent MailTexts::RoleChanged(std::string_view language, std::string_view fullname, Role role) const {
  bool english = language == "en";
  const Template& words = english ? kRoleEnglish : kRoleArabic;
  std::string name(NameOfRole(english, role));
  return {.subject = std::string(words.subject),
          .text = Plain(words, fullname, name),
          .html = Page(language, words, fullname, "<p><strong>" + name + "</strong></p>\n")};
}

MailContent MailTexts::Test(std::string_view language, std::string_view fullname, const MailTime& when) const {
  return AtTime(language, language == "en" ? kTestEnglish : kTestArabic, fullname, when);
}

MailContent MailTexts::Contact(std::string_view language, const VisitorMessage& message) const {
  Template words = language == "en" ? kContactEnglish : kContactArabic;
  std::string subject = WithName(words.subject, PlainIsolated(message.fullname));
  words.subject = subject;
  // Left to right in a mail of either direction (LEFT-TO-RIGHT ISOLATE): a number begins with its plus.
  std::string phonenumber = WithoutDirections(message.phonenumber);
  std::string sender = message.email + (phonenumber.empty() ? "" : "\n\u2066" + phonenumber + "\u2069");
  std::string middle = "<p dir=\"ltr\"><a href=\"mailto:" + EncodeUrl(message.email) + "\">" +
                       EscapeHtml(WithoutDirections(message.email)) + "</a><br>\n" + EscapeHtml(phonenumber) +
                       "</p>\n<blockquote dir=\"auto\" style=\"white-space:pre-wrap;unicode-bidi:plaintext\">" +
                       EscapeHtml(message.text) + "</blockquote>\n";
  return {.subject = subject,
          .text = Plain(words, message.fullname, sender + "\n\n" + message.text),
          .html = Page(language, words, message.fullname, middle)};
}

}  // namespace academy::auth
