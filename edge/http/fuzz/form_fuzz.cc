#include "edge/http/form_reader.h"
#include "services/platform/fuzzing/fuzz.h"

using academy::fuzz::Input;
using academy::http::FormPart;
using academy::http::FormReader;

namespace {

absl::StatusOr<std::vector<FormPart>> Read(std::string_view type, std::string_view body, size_t piece) {
  absl::StatusOr<FormReader> reader = FormReader::Make(type);
  if (!reader.ok()) return reader.status();
  for (; !body.empty(); body.remove_prefix(std::min(piece, body.size()))) {
    if (absl::Status added = reader->Add(body.substr(0, piece)); !added.ok()) return added;
  }
  return (*std::move(reader)).Finish();
}

bool Same(const std::vector<FormPart>& a, const std::vector<FormPart>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const FormPart& x, const FormPart& y) { return x.name == y.name && x.content == y.content; });
}

// The same form with a boundary that no content has.
std::string Written(const std::vector<FormPart>& parts, const std::string& boundary) {
  std::string body;
  for (const FormPart& part : parts) {
    body += "--" + boundary + "\r\nContent-Disposition: form-data; name=\"";
    for (char c : part.name) {
      if (c == '"' || c == '\\') body += '\\';
      body += c;
    }
    body += "\"\r\n\r\n" + part.content + "\r\n";
  }
  return body + "--" + boundary + "--\r\n";
}

}  // namespace

// The size of the pieces, a line with the type, the body.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  Input input(data, size);
  size_t piece = 1 + input.Byte() % 32;
  std::string_view type = input.Line();
  std::string_view body = input.Rest();
  absl::StatusOr<std::vector<FormPart>> parts = Read(type, body, body.size());
  absl::StatusOr<std::vector<FormPart>> again = Read(type, body, piece);
  FUZZ_CHECK(parts.ok() == again.ok());
  if (!parts.ok()) {
    FUZZ_CHECK(parts.status() == again.status());
    return 0;
  }
  FUZZ_CHECK(Same(*parts, *again));
  FUZZ_CHECK(parts->size() <= FormReader::kMaxParts);
  size_t bytes = 0;
  bool short_names = true;
  for (const FormPart& part : *parts) {
    bytes += part.name.size() + part.content.size();
    // Written with escapes it could be longer than a part's head may be.
    short_names = short_names && part.name.size() < FormReader::kMaxPartHead / 4;
  }
  FUZZ_CHECK(bytes <= body.size());
  if (!short_names) return 0;
  std::string boundary = "b";
  auto taken = [&](const FormPart& part) { return part.content.find(boundary) != std::string::npos; };
  while (boundary.size() < 64 && std::any_of(parts->begin(), parts->end(), taken)) boundary += 'b';
  if (boundary.size() == 64) return 0;
  absl::StatusOr<std::vector<FormPart>> back =
      Read("multipart/form-data; boundary=" + boundary, Written(*parts, boundary), size + 1);
  FUZZ_CHECK(back.ok() && Same(*parts, *back));
  return 0;
}

namespace academy::fuzz {

std::vector<Hostile> HostileInputs() {
  const std::string type = "0multipart/form-data; boundary=b\n";
  const std::string part = "--b\r\nContent-Disposition: form-data; name=a";
  const std::string end = "\r\n--b--";
  return {
      {.name = "parameters", .head = type + part, .piece = ";a=b", .tail = "\r\n\r\n" + end},
      {.name = "quotes", .head = type + part + ";", .piece = "\";filename*=", .tail = "\r\n\r\n" + end},
      {.name = "escapes", .head = type + part + ";x=\"", .piece = "\\\"", .tail = "\"\r\n\r\n" + end},
      {.name = "header_lines", .head = type + part, .piece = "\r\na:b", .tail = "\r\n\r\n" + end},
      {.name = "almost_boundaries", .head = type + part + "\r\n\r\n", .piece = "\r\n--", .tail = end},
      {.name = "returns", .head = type + part + "\r\n\r\n", .piece = "\r", .tail = end},
      {.name = "epilogue", .head = type + part + "\r\n\r\n" + end, .piece = "\r\n--b", .tail = ""},
      {.name = "type", .head = "0multipart/form-data", .piece = ";a=b", .tail = ";boundary=b\n--b--"},
  };
}

}  // namespace academy::fuzz
