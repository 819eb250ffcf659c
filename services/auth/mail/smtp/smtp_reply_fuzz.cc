#include "services/auth/mail/smtp/smtp_reply.h"
#include "services/platform/fuzzing/fuzz.h"

using academy::fuzz::Input;

// The answered code, twice a byte; then lines: commands begin with `>`, all others are the server's.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  Input input(data, size);
  int code = input.Byte() * 4;
  code += input.Byte() % 4;
  academy::auth::SmtpReply reply;
  while (!input.Rest().empty()) {
    std::string_view line = input.Line();
    if (line.starts_with('>')) {
      reply.Command(line.substr(1));
    } else {
      reply.Line(line);
    }
  }
  absl::Status status = reply.StatusOf("libcurl says", code);
  FUZZ_CHECK(status.code() == absl::StatusCode::kInvalidArgument || status.code() == absl::StatusCode::kUnavailable);
  FUZZ_CHECK(status.code() != absl::StatusCode::kInvalidArgument || (code >= 500 && code < 600));
  std::string_view text(status.message().data(), status.message().size());
  FUZZ_CHECK(text.size() < 1024);
  for (char c : text) FUZZ_CHECK(c >= 0x20 && c < 0x7f);
  FUZZ_CHECK(text.find("://") == text.npos && text.find("token=") == text.npos);
  return 0;
}

namespace academy::fuzz {

std::vector<Hostile> HostileInputs() {
  return {
      {.name = "lines", .head = "\x8a\x02>RCPT\n", .piece = "550 no\n", .tail = ""},
      {.name = "words", .head = "\x8a\x02>RCPT\n550", .piece = " 1", .tail = ""},
      {.name = "one_line", .head = "\x8a\x02>RCPT\n550 ", .piece = "1", .tail = ""},
      {.name = "commands", .head = "\x8a\x02", .piece = ">RCPT\n", .tail = "550 no\n"},
  };
}

}  // namespace academy::fuzz
