#include "services/backup/check/http_call.h"

#include <curl/curl.h>

#include <memory>

namespace academy::backup {
namespace {

constexpr long kTimeoutMs = 10'000;

size_t Append(char* bytes, size_t size, size_t count, void* body) {
  static_cast<std::string*>(body)->append(bytes, size * count);
  return size * count;
}

}  // namespace

HttpAnswer CallHttp(const std::string& url, const std::string& json, const std::string& token) {
  HttpAnswer answer;
  std::unique_ptr<CURL, decltype(&curl_easy_cleanup)> curl(curl_easy_init(), &curl_easy_cleanup);
  if (curl == nullptr) return answer;
  curl_slist* lines = curl_slist_append(nullptr, "Content-Type: application/json");
  if (!token.empty()) lines = curl_slist_append(lines, ("Authorization: Bearer " + token).c_str());
  std::unique_ptr<curl_slist, decltype(&curl_slist_free_all)> headers(lines, &curl_slist_free_all);
  curl_easy_setopt(curl.get(), CURLOPT_URL, url.c_str());
  curl_easy_setopt(curl.get(), CURLOPT_NOSIGNAL, 1L);
  // No proxy of the environment may see the password.
  curl_easy_setopt(curl.get(), CURLOPT_PROXY, "");
  curl_easy_setopt(curl.get(), CURLOPT_TIMEOUT_MS, kTimeoutMs);
  curl_easy_setopt(curl.get(), CURLOPT_HTTPHEADER, headers.get());
  if (!json.empty()) curl_easy_setopt(curl.get(), CURLOPT_POSTFIELDS, json.c_str());
  curl_easy_setopt(curl.get(), CURLOPT_WRITEFUNCTION, &Append);
  curl_easy_setopt(curl.get(), CURLOPT_WRITEDATA, &answer.body);
  if (curl_easy_perform(curl.get()) != CURLE_OK) return answer;
  curl_easy_getinfo(curl.get(), CURLINFO_RESPONSE_CODE, &answer.status);
  return answer;
}

}  // namespace academy::backup
