#include "services/platform/base/flags.h"

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "absl/flags/parse.h"
#include "absl/flags/usage.h"

namespace academy {

void ParseFlags(int argc, char** argv, const char* usage) {
  absl::SetProgramUsageMessage(usage);
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

}  // namespace academy
