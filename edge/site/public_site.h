// GET /api/public/site: what the public pages say of the academy, and what the forms must know.
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

// What the forms of the web app must know; auth, which enforces it, is told the same by its own flags.
struct FormRules {
  // adaptive, always or off.
  std::string bot_check = "adaptive";
  // reCAPTCHA's public key; empty where ALTCHA is the bot check.
  std::string recaptcha_site_key;
  // v2 (a box to tick) or v3 (no question).
  std::string recaptcha_version = "v2";
  // Characters that a new password needs.
  int password_minimum = 6;
  // After how long without anything done a learner is asked "Are you still there?"; zero never asks.
  absl::Duration idle_after = absl::Minutes(15);
  // How long the question stands before the learner is signed out.
  absl::Duration idle_answer = absl::Seconds(60);
  // Where days of assignments begin and end, by its IANA name; a manager abroad is shown the day that was entered.
  std::string timezone = "Asia/Riyadh";
};

// INVALID_ARGUMENT invalid_flag for rules that are none.
absl::Status CheckFormRules(const FormRules& rules);

class PublicSite {
 public:
  // The folder must outlive it.
  PublicSite(const SiteFolder& folder, FormRules rules);

  // What the call answers as `result`: the site's facts and, in one language, its texts as `view`.
  nlohmann::json ResultOf(const SiteContent& content, const std::string& language) const;

  // The query's `lang` says which language's texts are sent: `ar` unless it is `en`.
  void Serve(const std::shared_ptr<http::Exchange>& exchange) const;

 private:
  const SiteFolder& folder_;
  const FormRules rules_;
};

}  // namespace academy::edge
