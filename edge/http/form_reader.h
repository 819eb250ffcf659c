// Reads a multipart/form-data body as it arrives (RFC 7578; RFC 2046 section 5.1.1). Stricter than those: a body must
// begin with its boundary, and nothing may follow a boundary on its line.
//
// Takes time linear in its input, whatever the bytes and however they are split. Not thread-safe.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace academy::http {

// A file's name and type, as the client states them, are not kept: neither can be trusted.
struct FormPart {
  std::string name;
  std::string content;
};

class FormReader {
 public:
  static constexpr size_t kMaxParts = 32;
  // The most bytes of one part's head.
  static constexpr size_t kMaxPartHead = 4096;

  // Makes a reader for a body with this Content-Type. UNIMPLEMENTED unsupported_media_type when that is not a form's,
  // INVALID_ARGUMENT bad_request when it has no valid boundary.
  static absl::StatusOr<FormReader> Make(std::string_view content_type);

  // Reads the next bytes. The caller limits their total. INVALID_ARGUMENT bad_request when the form is malformed; then
  // nothing more may be added.
  absl::Status Add(std::string_view bytes);

  // Returns the parts in order; call after the last byte. INVALID_ARGUMENT bad_request when the form is incomplete.
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

  // Each returns how many bytes it consumed: at least one.
  absl::StatusOr<size_t> TakeOpening(std::string_view bytes);
  absl::StatusOr<size_t> TakeBoundaryEnd(std::string_view bytes);
  absl::StatusOr<size_t> TakePartHead(std::string_view bytes);
  size_t TakeContent(std::string_view bytes);

  // CR LF, two dashes and the boundary. No other byte of it is a CR.
  std::string delimiter_;
  Phase phase_ = Phase::kOpening;
  // How many bytes of the delimiter the latest input matches.
  size_t matched_;
  // The bytes so far of a boundary's end or of a part's head.
  std::string in_flight_;
  std::vector<FormPart> parts_;
};

}  // namespace academy::http
