// Reads a multipart/form-data body as it arrives (RFC 7578; RFC 2046, 5.1.1). Stricter than those: a body begins with
// its boundary, and a boundary ends its line.
//
// Takes time linear in its input, whatever the bytes are and however they are split. Not thread-safe.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace academy::http {

// The file name and the type that a client gives a file are not kept: neither is to be believed.
struct FormPart {
  std::string name;
  std::string content;
};

class FormReader {
 public:
  static constexpr size_t kMaxParts = 32;
  // Of the head of one part, bytes.
  static constexpr size_t kMaxPartHead = 4096;

  // Of a body with this Content-Type. UNIMPLEMENTED unsupported_media_type when that is no form, INVALID_ARGUMENT
  // bad_request when it has no good boundary.
  static absl::StatusOr<FormReader> Make(std::string_view content_type);

  // Reads the next bytes. The caller limits how many there are in all. INVALID_ARGUMENT bad_request when they are not
  // a form's; then nothing more may be added.
  absl::Status Add(std::string_view bytes);

  // The parts in their order, after the last byte. INVALID_ARGUMENT bad_request when the form is not whole.
  absl::StatusOr<std::vector<FormPart>> Finish() &&;

 private:
  enum class Phase {
    kOpening,      // the first boundary
    kBoundaryEnd,  // the two bytes that say what follows a boundary
    kPartHead,
    kContent,
    kEpilogue,  // what follows the last boundary means nothing
  };

  explicit FormReader(std::string_view boundary);

  // Each returns how many of the bytes it used: at least one.
  absl::StatusOr<size_t> TakeOpening(std::string_view bytes);
  absl::StatusOr<size_t> TakeBoundaryEnd(std::string_view bytes);
  absl::StatusOr<size_t> TakePartHead(std::string_view bytes);
  size_t TakeContent(std::string_view bytes);

  // CR LF, two dashes and the boundary. No other byte of it is a CR.
  std::string delimiter_;
  Phase phase_ = Phase::kOpening;
  // How many bytes of the delimiter the latest input matches.
  size_t matched_;
  // What has come of a boundary's end or of a part's head.
  std::string in_flight_;
  std::vector<FormPart> parts_;
};

}  // namespace academy::http
