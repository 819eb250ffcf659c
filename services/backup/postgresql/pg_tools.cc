#include "services/backup/postgresql/pg_tools.h"

#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <utility>

#include "services/backup/check/child_process.h"
#include "services/platform/base/status.h"

namespace academy::backup {
namespace {

namespace fs = std::filesystem;

constexpr const char* kOfClient[] = {"pg_basebackup", "pg_verifybackup"};
constexpr const char* kOfServer[] = {"postgres", "pg_waldump"};
// Enough for the cause and little enough for a line.
constexpr size_t kMaxPrinted = 600;

std::string OneLine(std::string text) {
  while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.pop_back();
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text.size() <= kMaxPrinted ? text : "... " + text.substr(text.size() - kMaxPrinted);
}

}  // namespace

absl::StatusOr<PgTools> PgTools::Find(int version, const fs::path& root) {
  PgTools tools(root / std::to_string(version) / "bin");
  std::string packages;
  auto need = [&](const auto& programs, const char* package) {
    bool has_all =
        std::all_of(std::begin(programs), std::end(programs), [&](const char* each) { return tools.Has(each); });
    if (!has_all) packages += std::string(" ") + package + "-" + std::to_string(version);
  };
  need(kOfClient, "postgresql-client");
  need(kOfServer, "postgresql");
  if (packages.empty()) return tools;
  return Error(absl::StatusCode::kFailedPrecondition, "tools_missing",
               "PostgreSQL " + std::to_string(version) +
                   " is copied with pg_basebackup, and the copy is verified with" + " a server of its version; " +
                   tools.bin_.string() + " does not have both. Fix: apt-get install" + packages);
}

bool PgTools::Has(const std::string& program) const { return ::access(Path(program).c_str(), X_OK) == 0; }

absl::Status RunPgProgram(const std::vector<std::string>& words, const fs::path& log) {
  std::error_code error;
  auto begun = static_cast<std::streamoff>(fs::exists(log, error) ? fs::file_size(log, error) : 0);
  absl::StatusOr<std::string> ended = RunProgram(words, log);
  if (ended.ok()) return absl::OkStatus();
  std::ifstream in(log, std::ios::binary);
  in.seekg(begun);
  std::string printed(std::istreambuf_iterator<char>(in), {});
  // After the program's name, which is not always the one that matters.
  std::string how(MessageOf(ended.status()));
  how.erase(0, how.find(": ") + 2);
  return Error(absl::StatusCode::kInternal, "program_failed", OneLine(printed) + " (" + OneLine(how) + ")");
}

}  // namespace academy::backup
