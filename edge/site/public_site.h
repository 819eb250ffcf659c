// GET /api/public/site: what the public pages say of the academy.
//
// Immutable, so thread-safe.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "edge/http/exchange.h"

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
};

class PublicSite {
 public:
  // Reads `<data>/site/site.json` where there is one: an object that replaces the defaults member by member.
  // INVALID_ARGUMENT site_invalid when it is not one, invalid_flag for rules that are none.
  static absl::StatusOr<PublicSite> Load(const std::filesystem::path& data, const FormRules& rules);

  void Serve(const std::shared_ptr<http::Exchange>& exchange) const;

 private:
  explicit PublicSite(std::string body) : body_(std::move(body)) {}

  std::string body_;
};

}  // namespace academy::edge
