// The fields of a request for a file: ranges and conditions.
#include "edge/http/response/content_coding.h"
#include "edge/http/response/file_response.h"
#include "services/platform/fuzzing/fuzz.h"

using academy::fuzz::Input;
using academy::http::FileResponse;
using academy::http::Request;
using academy::http::Response;
using academy::http::ServedFile;

namespace {

std::string_view HeaderOf(const Response& answer, std::string_view name) {
  for (const auto& header : answer.headers) {
    if (header.first == name) return header.second;
  }
  return {};
}

}  // namespace

// The file's length in two bytes, then lines: Range, If-Range, If-None-Match, If-Match, Accept-Encoding, a path.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  Input input(data, size);
  int64_t length = input.Byte() * 256;
  length += input.Byte();
  Request request;
  request.method = "GET";
  for (const char* name : {"range", "if-range", "if-none-match", "if-match", "accept-encoding"}) {
    request.fields.emplace_back(name, input.Line());
  }
  using academy::http::Coding;
  Coding coding = academy::http::ChooseCoding(request.Field("accept-encoding"), {Coding::kZstd, Coding::kGzip});
  FUZZ_CHECK(coding != Coding::kBrotli);
  std::string path(input.Rest());
  if (academy::http::IsPlainPath(path)) {
    FUZZ_CHECK(path.starts_with('/') && path.find("/.") == path.npos && path.find("//") == path.npos);
  }
  academy::http::ContentTypeOf(path);

  ServedFile file;
  file.etag = "\"tag\"";
  // Never read.
  file.bytes = {.owner = nullptr, .fd = 0, .offset = 0, .length = length};
  Response answer = FileResponse(request, file);
  switch (answer.status) {
    case 200:
      FUZZ_CHECK(answer.file.offset == 0 && answer.file.length == length);
      break;
    case 206:
      FUZZ_CHECK(answer.file.offset >= 0 && answer.file.length > 0);
      FUZZ_CHECK(answer.file.offset + answer.file.length <= length);
      FUZZ_CHECK(HeaderOf(answer, "Content-Range") == "bytes " + std::to_string(answer.file.offset) + "-" +
                                                          std::to_string(answer.file.offset + answer.file.length - 1) +
                                                          "/" + std::to_string(length));
      break;
    default:
      FUZZ_CHECK(answer.status == 304 || answer.status == 412 || answer.status == 416);
      FUZZ_CHECK(!answer.file.is_open());
  }
  return 0;
}

namespace academy::fuzz {

std::vector<Hostile> HostileInputs() {
  return {
      {.name = "ranges", .head = "11bytes=0-0", .piece = ",1-2", .tail = "\n\n\n\n\n"},
      {.name = "digits", .head = "11bytes=", .piece = "9", .tail = "-\n\n\n\n\n"},
      {.name = "almost_tags", .head = "11\n\n", .piece = "\"ta", .tail = "\n\n\n"},
      {.name = "quotes", .head = "11\n\n", .piece = "\"", .tail = "\n\n\n"},
      {.name = "codings", .head = "11\n\n\n\n", .piece = " ,", .tail = "br;q=0\n"},
      {.name = "quality", .head = "11\n\n\n\nbr;q=", .piece = "0.", .tail = "\n"},
      {.name = "segments", .head = "11\n\n\n\n\n", .piece = "/a", .tail = ""},
  };
}

}  // namespace academy::fuzz
