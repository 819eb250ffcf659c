#include "edge/uploads/tus.h"
#include "services/platform/encoding/base64.h"
#include "services/platform/encoding/utf8.h"
#include "services/platform/fuzzing/fuzz.h"

using academy::Base64;
using academy::edge::ParseUploadMetadata;
using academy::edge::UploadChecksum;
using academy::edge::UploadMetadata;
using academy::fuzz::Input;

// Lines: Upload-Length, Upload-Defer-Length, Upload-Checksum, Content-Type, Upload-Metadata.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  Input input(data, size);
  std::string_view length = input.Line();
  std::string_view defer = input.Line();
  if (absl::StatusOr<std::optional<int64_t>> bytes = academy::edge::ParseNewLength(length, defer); bytes.ok()) {
    FUZZ_CHECK(bytes->has_value() != (defer == "1"));
    FUZZ_CHECK(!bytes->has_value() || **bytes >= 0);
  }
  absl::StatusOr<int64_t> offset = academy::edge::ParseByteCount("Upload-Offset", length);
  FUZZ_CHECK(!offset.ok() || std::string(length).ends_with(std::to_string(*offset)));

  absl::StatusOr<UploadChecksum> checksum = academy::edge::ParseUploadChecksum(input.Line());
  if (checksum.ok() && !checksum->algorithm.empty()) {
    FUZZ_CHECK(checksum->digest.size() == (checksum->algorithm == "sha1" ? 20 : 32));
    absl::StatusOr<UploadChecksum> again =
        academy::edge::ParseUploadChecksum(checksum->algorithm + " " + Base64(checksum->digest));
    FUZZ_CHECK(again.ok() && again->digest == checksum->digest);
  }
  academy::edge::IsTusContentType(input.Line());

  absl::StatusOr<UploadMetadata> metadata = ParseUploadMetadata(input.Rest());
  if (!metadata.ok()) return 0;
  FUZZ_CHECK(academy::IsUtf8(metadata->filename) && metadata->filename.find('\0') == std::string::npos);
  absl::StatusOr<UploadMetadata> again = ParseUploadMetadata("filename " + Base64(metadata->filename) + ",filetype " +
                                                             Base64(metadata->filetype) + ",other");
  FUZZ_CHECK(again.ok() && again->filename == metadata->filename && again->filetype == metadata->filetype);
  return 0;
}

namespace academy::fuzz {

std::vector<Hostile> HostileInputs() {
  return {
      {.name = "pairs", .head = "\n\n\n\n", .piece = "# ,", .tail = "", .step = 1},
      {.name = "pairs_and_white_space", .head = "\n\n\n\n", .piece = "# ,", .tail = std::string(2000, ' '), .step = 1},
      {.name = "white_space", .head = "\n\n\n\n", .piece = " ", .tail = ","},
      {.name = "value", .head = "\n\n\n\nfilename ", .piece = "YWFh", .tail = ""},
      {.name = "padding", .head = "\n\n\n\nfilename YQ", .piece = "=", .tail = ""},
      {.name = "digits", .head = "", .piece = "9", .tail = "\n"},
      {.name = "checksum", .head = "\n\nsha256 ", .piece = "YWFh", .tail = "\n"},
      {.name = "content_type", .head = "\n\n\n", .piece = " ", .tail = ";\n"},
  };
}

}  // namespace academy::fuzz
