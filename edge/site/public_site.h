// GET /api/public/site: the facts and texts of the public pages, and the rules for forms.
//
// Thread-safe.
#pragma once

#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "edge/http/exchange.h"
#include "edge/site/site_folder.h"

namespace academy::edge {

// The rules that the web app's forms follow. auth enforces them and gets the same values from its own flags.
struct FormRules {
  // adaptive, always or off.
  std::string bot_check = "adaptive";
  // reCAPTCHA's public key; empty if ALTCHA is the bot check.
  std::string recaptcha_site_key;
  // v2 (a box to tick) or v3 (no question).
  std::string recaptcha_version = "v2";
  // The minimum length of a new password, in characters.
  int password_minimum = 6;
  // How long deleted courses and learners can be restored.
  int bin_days = 30;
  // How long a learner may be idle before the web app asks "Are you still there?"; zero never asks.
  absl::Duration idle_after = absl::Minutes(15);
  // How long the question waits for an answer before the learner is signed out.
  absl::Duration idle_answer = absl::Seconds(60);
  // The IANA time zone in which an assignment's days begin and end, so that a manager abroad sees the day that was
  // entered; until auth has told it (SiteContent::timezone).
  std::string timezone = "Asia/Riyadh";
};

// INVALID_ARGUMENT invalid_flag for a value that is not valid.
absl::Status CheckFormRules(const FormRules& rules);

class PublicSite {
 public:
  // `folder` must outlive this.
  PublicSite(const SiteFolder& folder, FormRules rules);

  // The `result` of the call: the site's facts, and its texts in one language as `view`.
  nlohmann::json ResultOf(const SiteContent& content, const std::string& language) const;

  // Answers with the texts in the language of the query's `lang`, `ar` or `en`, else in
  // the site's default language.
  void Serve(const std::shared_ptr<http::Exchange>& exchange) const;

 private:
  const SiteFolder& folder_;
  const FormRules rules_;
};

}  // namespace academy::edge
