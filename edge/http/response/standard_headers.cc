#include "edge/http/response/standard_headers.h"

#include <algorithm>
#include <string_view>

#include "edge/http/response/transport_security.h"

namespace academy::edge {
namespace {

// hls.js plays from blob: URLs and starts its worker from one.
constexpr std::string_view kOwnFilesOnly =
    "default-src 'self'; img-src 'self' data: blob:; font-src 'self'; "
    "worker-src 'self' blob:; object-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'";
constexpr std::string_view kRecaptchaScripts = " https://www.google.com/recaptcha/ https://www.gstatic.com/recaptcha/";
constexpr std::string_view kRecaptchaCalls = " https://www.google.com/recaptcha/";
constexpr std::string_view kRecaptchaFrames =
    "https://www.google.com/recaptcha/ https://recaptcha.google.com/recaptcha/";

std::string_view Find(const http::Response& answer, std::string_view name) {
  auto found = std::find_if(answer.headers.begin(), answer.headers.end(),
                            [name](const auto& header) { return header.first == name; });
  return found == answer.headers.end() ? std::string_view() : found->second;
}

std::string PagePolicy(const StandardHeaders::Options& options) {
  std::string policy(kOwnFilesOnly);
  policy += "; script-src 'self'";
  if (options.recaptcha) policy += kRecaptchaScripts;
  for (const std::string& source : options.scripts) policy += " " + source;
  policy += "; style-src 'self'";
  for (const std::string& source : options.styles) policy += " " + source;
  std::string video = options.video_origin.empty() ? "" : " " + options.video_origin;
  policy += "; media-src 'self' blob:" + video + "; connect-src 'self'" + video;
  if (options.recaptcha) policy += kRecaptchaCalls;
  policy.append("; frame-src ").append(options.recaptcha ? kRecaptchaFrames : "'none'");
  return policy;
}

}  // namespace

StandardHeaders::StandardHeaders(const Options& options) : page_policy_(PagePolicy(options)) {}

void StandardHeaders::AddTo(http::Response& answer, bool secure) const {
  bool page = Find(answer, "Content-Type").starts_with("text/html");
  bool has_policy = !Find(answer, "Content-Security-Policy").empty();
  // What a proxy gets to follow is not what the client gets.
  if (Find(answer, "Cache-Control").empty() && Find(answer, "X-Accel-Redirect").empty()) {
    answer.headers.emplace_back("Cache-Control", "no-store");
  }
  answer.headers.emplace_back("X-Content-Type-Options", "nosniff");
  if (secure) answer.headers.emplace_back("Strict-Transport-Security", http::kTransportSecurity);
  if (!page) return;
  if (!has_policy) answer.headers.emplace_back("Content-Security-Policy", page_policy_);
  answer.headers.emplace_back("Referrer-Policy", "strict-origin-when-cross-origin");
  answer.headers.emplace_back("Permissions-Policy",
                              "camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()");
  answer.headers.emplace_back("Cross-Origin-Opener-Policy", "same-origin");
}

}  // namespace academy::edge
