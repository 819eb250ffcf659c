// An object store's answer: header lines, and an XML body after an empty line.
#include <string>

#include "services/platform/blobs/s3_request.h"
#include "services/platform/fuzzing/fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  academy::fuzz::Input input(data, size);
  academy::S3Reply reply;
  for (std::string_view line = input.Line(); !line.empty(); line = input.Line()) reply.TakeHeader(line);
  FUZZ_CHECK(reply.length >= -1);
  FUZZ_CHECK(reply.etag.empty() || reply.etag.starts_with('"'));
  // It becomes a header line of the next request.
  for (char c : reply.etag) FUZZ_CHECK(c != '\r' && c != '\n' && c != '\0');
  reply.body = input.Rest();
  for (std::string_view name : {"Code", "UploadId", "Error"}) {
    std::string_view text = academy::Element(reply.body, name);
    FUZZ_CHECK(text.empty() || reply.body.find(text) != std::string::npos);
  }
  return 0;
}

namespace academy::fuzz {

std::vector<Hostile> HostileInputs() {
  return {
      {.name = "headers", .head = "HTTP/1.1 200 OK\n", .piece = "ETag: \"a\"\n", .tail = ""},
      {.name = "dates", .head = "Last-Modified: ", .piece = "Mon ", .tail = "\n"},
      {.name = "digits", .head = "Content-Length: ", .piece = "1", .tail = "\n"},
      {.name = "open_elements", .head = "HTTP/1.1 200 OK\n\n", .piece = "<Code>", .tail = ""},
  };
}

}  // namespace academy::fuzz
