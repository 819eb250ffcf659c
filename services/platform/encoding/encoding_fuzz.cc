// Base64, UTF-8 and JSON strings.
#include <nlohmann/json.hpp>

#include "services/platform/encoding/base64.h"
#include "services/platform/encoding/json_text.h"
#include "services/platform/encoding/utf8.h"
#include "services/platform/fuzzing/fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  academy::fuzz::Input input(data, size);
  std::string_view text = input.Rest();
  std::string raw;
  for (const std::string& encoded : {academy::Base64(text), academy::Base64Url(text)}) {
    FUZZ_CHECK(academy::Base64Decode(encoded, raw) && raw == text);
  }
  if (academy::Base64Decode(text, raw)) FUZZ_CHECK(raw.size() <= text.size() * 3 / 4);

  std::string json;
  academy::AppendJsonString(json, text);
  FUZZ_CHECK(academy::IsUtf8(json));
  auto read = nlohmann::json::parse(json, nullptr, /*allow_exceptions=*/false);
  FUZZ_CHECK(read.is_string());
  if (academy::IsUtf8(text)) FUZZ_CHECK(read.get_ref<const std::string&>() == text);
  return 0;
}

namespace academy::fuzz {

std::vector<Hostile> HostileInputs() {
  return {
      {.name = "base64", .head = "", .piece = "YWJj", .tail = ""},
      {.name = "padding", .head = "YQ", .piece = "=", .tail = ""},
      {.name = "escapes", .head = "", .piece = "\"\\\1", .tail = ""},
      {.name = "cut_characters", .head = "", .piece = "\xf0\x9f\x8e", .tail = ""},
      {.name = "arabic", .head = "", .piece = "\xd8\xb6", .tail = ""},
  };
}

}  // namespace academy::fuzz
