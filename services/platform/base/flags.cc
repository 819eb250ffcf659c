#include "services/platform/base/flags.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "absl/flags/parse.h"
#include "absl/flags/usage.h"
#include "absl/flags/usage_config.h"
#include "services/platform/base/status.h"
#include "services/platform/base/version.h"

namespace academy {
namespace {

// `scheme://user:password@host`, or `?password=` as PostgreSQL takes it.
bool HasPassword(const std::string& url) {
  size_t begin = url.find("://");
  if (begin == url.npos) return false;
  begin += 3;
  size_t end = std::min(url.find_first_of("/?#", begin), url.size());
  std::string authority = url.substr(begin, end - begin);
  size_t at = authority.rfind('@');
  if (at != authority.npos && authority.substr(0, at).find(':') != authority.npos) return true;
  return url.find("password=", end) != url.npos;
}

}  // namespace

void ParseFlags(int argc, char** argv, const char* usage) {
  absl::SetProgramUsageMessage(usage);
  absl::FlagsUsageConfig config;
  config.version_string = [name = std::filesystem::path(argv[0]).filename().string()] {
    return name + " (Academy) " + kVersion + "\n";
  };
  absl::SetFlagsUsageConfig(std::move(config));
  // Static, because absl keeps pointers to these words.
  static std::vector<std::string> words;
  words.assign(argv, argv + argc);
  std::vector<char*> pointers;
  for (size_t i = 0; i < words.size(); ++i) {
    std::string& word = words[i];
    if (i > 0 && word.starts_with("--")) {
      for (size_t j = 2; j < word.size() && word[j] != '='; ++j) {
        if (word[j] == '-') word[j] = '_';
      }
    }
    pointers.push_back(word.data());
  }
  std::vector<char*> rest = absl::ParseCommandLine(static_cast<int>(pointers.size()), pointers.data());
  if (rest.size() > 1) {
    std::fprintf(stderr, "not a flag: %s\n", rest[1]);
    std::exit(2);
  }
}

absl::StatusOr<std::string> SecretFromFlags(const std::string& name, const std::string& value,
                                            const std::filesystem::path& file) {
  if (!value.empty() && !file.empty()) {
    return Error(absl::StatusCode::kInvalidArgument, "invalid_flag", "give --" + name + " or --" + name + "_file");
  }
  if (HasPassword(value)) {
    return Error(absl::StatusCode::kInvalidArgument, "invalid_flag",
                 "--" + name +
                     " has a password, which the list of processes shows: put it into a file that only you can "
                     "read, and give --" +
                     name + "_file");
  }
  if (file.empty()) return value;
  std::ifstream in(file);
  std::string line;
  if (in >> line) return line;
  return Error(absl::StatusCode::kFailedPrecondition, "file_error",
               "cannot read " + file.string() + " of --" + name + "_file");
}

}  // namespace academy
