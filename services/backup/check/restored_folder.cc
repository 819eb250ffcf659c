#include "services/backup/check/restored_folder.h"

#include <algorithm>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <sstream>

#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "services/backup/check/child_process.h"
#include "services/backup/check/http_call.h"
#include "services/backup/services.h"
#include "services/platform/base/status.h"
#include "services/platform/base/steady_time.h"
#include "services/platform/snapshots/sqlite_check.h"

namespace academy::backup {
namespace {

namespace fs = std::filesystem;

constexpr absl::Duration kStartLimit = absl::Seconds(60);
constexpr absl::Duration kAnswerLimit = absl::Minutes(2);
constexpr absl::Duration kRetry = absl::Seconds(1);
constexpr absl::Duration kPause = absl::Milliseconds(50);

absl::Status CheckFailed(const std::string& what) {
  return Error(absl::StatusCode::kUnavailable, "check_failed", "the academy that was restored for the check " + what);
}

// Waits until the edge says that all are ready, and returns its address.
absl::StatusOr<std::string> AwaitReady(const fs::path& data, const fs::path& log, std::vector<Child>& children) {
  absl::Duration end = SteadyNow() + kStartLimit;
  while (SteadyNow() < end) {
    if (!std::all_of(children.begin(), children.end(), [](Child& child) { return child.Runs(); })) {
      return CheckFailed("does not start: read " + log.string());
    }
    std::string address;
    std::ifstream(data / "run" / "edge.addr") >> address;
    if (!address.empty() && CallHttp("http://" + address + "/readyz").status == 200) return "http://" + address;
    absl::SleepFor(kPause);
  }
  return CheckFailed("is not ready after a minute: read " + log.string());
}

// A machine that is busy answers late: 503 and 504 are asked again.
HttpAnswer CallPatiently(const std::string& url, const std::string& json, const std::string& token = "") {
  absl::Duration end = SteadyNow() + kAnswerLimit;
  HttpAnswer answer = CallHttp(url, json, token);
  while ((answer.status == 503 || answer.status == 504) && SteadyNow() < end) {
    absl::SleepFor(kRetry);
    answer = CallHttp(url, json, token);
  }
  return answer;
}

absl::Status SignIn(const std::string& url, const std::string& email, const std::string& password) {
  nlohmann::json login = {{"email", email}, {"password", password}};
  HttpAnswer answer = CallPatiently(url + "/api/cm/auth/login", login.dump());
  nlohmann::json body = nlohmann::json::parse(answer.body, nullptr, /*allow_exceptions=*/false);
  if (answer.status != 200 || !body.is_object() || !body.contains("token") || !body["token"].is_string()) {
    return CheckFailed("lets nobody sign in: " + std::to_string(answer.status) + " " + answer.body.substr(0, 200));
  }
  HttpAnswer check = CallPatiently(url + "/api/cm/auth/check", "{}", body["token"].get<std::string>());
  return check.status == 200 ? absl::OkStatus()
                             : CheckFailed("does not know the session: " + std::to_string(check.status));
}

}  // namespace

absl::Status RestoredFolder::Fetch(const BackupStore& store, const ManifestEntry& entry, const OpenKey& open) const {
  absl::StatusOr<std::unique_ptr<Blob>> object = store.OpenObject(entry.object);
  if (absl::IsNotFound(object.status())) {
    return Error(absl::StatusCode::kDataLoss, "object_missing", "the backup is incomplete: it lacks " + entry.path);
  }
  RETURN_IF_ERROR(object.status());
  fs::path target = data_ / entry.path;
  std::error_code error;
  fs::create_directories(target.parent_path(), error);
  absl::StatusOr<ObjectInfo> read = ReadObject(BytesOf(**object), open, target);
  RETURN_IF_ERROR(read.status());
  if (read->sha256 == entry.sha256 && read->size == entry.size) return absl::OkStatus();
  return Error(absl::StatusCode::kDataLoss, "object_damaged", "the backup was altered: " + entry.path);
}

std::vector<std::string> RestoredFolder::ServiceWords(const std::string& service,
                                                      const std::vector<std::string>& flags) const {
  std::vector<std::string> words = {ProgramOf(service), "--data=" + data_.string()};
  if (std::string address = clusters_.AddressOf(service); !address.empty()) words.push_back("--db=" + address);
  words.insert(words.end(), flags.begin(), flags.end());
  return words;
}

absl::StatusOr<std::string> RestoredFolder::Check(const std::string& audit_head) const {
  for (const std::string service : kServices) {
    if (clusters_.AddressOf(service).empty()) RETURN_IF_ERROR(CheckSqlite(data_ / service / (service + ".db")));
  }
  RETURN_IF_ERROR(clusters_.Check());
  std::vector<std::string> words = ServiceWords("auth", {"--verify_audit"});
  if (!audit_head.empty()) words.push_back("--head=" + audit_head);
  ASSIGN_OR_RETURN(std::string verdict, RunProgram(words, log_));
  constexpr std::string_view kHead = "Head: ";
  size_t head = verdict.find(kHead);
  if (head == verdict.npos) return std::string();
  head += kHead.size();
  return verdict.substr(head, verdict.find('\n', head) - head);
}

absl::StatusOr<std::vector<std::string>> RestoredFolder::NeededFiles() const {
  ASSIGN_OR_RETURN(std::string listed, RunProgram(ServiceWords("catalog", {"--needed_files"}), log_));
  std::vector<std::string> paths;
  std::istringstream lines(listed);
  for (std::string kind, name; lines >> kind >> name;) {
    paths.push_back((kind == "blob" ? "blobs/" : "catalog/uploads/") + name);
  }
  return paths;
}

absl::StatusOr<std::string> RestoredFolder::Settle(bool check_manager) const {
  std::vector<std::string> words = ServiceWords("auth", {"--restored"});
  if (check_manager) words.emplace_back("--check_manager");
  return RunProgram(words, log_);
}

absl::Status RestoredFolder::StartAndSignIn() const {
  ASSIGN_OR_RETURN(std::string account, Settle(/*check_manager=*/true));
  std::istringstream words(account);
  std::string email;
  std::string password;
  words >> email >> password;
  std::vector<Child> children;
  auto start = [&](const std::string& name, const std::vector<std::string>& flags) -> absl::Status {
    ASSIGN_OR_RETURN(Child child, Child::Start(ServiceWords(name, flags), log_));
    children.push_back(std::move(child));
    return absl::OkStatus();
  };
  // Without a mail server mails wait; without encoders nothing is processed or removed.
  RETURN_IF_ERROR(start("auth", {"--grpc_port=0", "--bot_check=off"}));
  RETURN_IF_ERROR(start("catalog", {"--grpc_port=0", "--encoders=0"}));
  RETURN_IF_ERROR(start("enrollment", {"--grpc_port=0"}));
  RETURN_IF_ERROR(start("presence", {"--grpc_port=0"}));
  RETURN_IF_ERROR(start(
      "edge", {"--port=0", "--bot_check=off", "--web=" + programs_.web.string(), "--site=" + programs_.site.string()}));
  ASSIGN_OR_RETURN(std::string url, AwaitReady(data_, log_, children));
  return SignIn(url, email, password);
}

}  // namespace academy::backup
