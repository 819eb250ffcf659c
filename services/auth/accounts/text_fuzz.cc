// Texts that people type: names, addresses, searches.
#include "services/auth/accounts/text.h"
#include "services/auth/accounts/validation.h"
#include "services/platform/encoding/utf8.h"
#include "services/platform/fuzzing/fuzz.h"

namespace auth = academy::auth;

namespace {

void Validate(uint8_t which, std::string_view text) {
  auth::Validator validator;
  std::string kept;
  switch (which % 8) {
    case 0:
      kept = validator.Email("email", text);
      break;
    case 1:
      kept = validator.Fullname("fullname", text);
      break;
    case 2:
      kept = validator.Phonenumber("phonenumber", text);
      break;
    case 3:
      kept = validator.Address("address", text);
      break;
    case 4:
      kept = validator.BankText("bank", text);
      break;
    case 5:
      kept = validator.Iban("iban", text);
      break;
    case 6:
      kept = validator.Message("message", text);
      break;
    default:
      validator.CurrentPassword("password", text);
  }
  if (!validator.status().ok()) return;
  FUZZ_CHECK(academy::IsUtf8(kept) && auth::Trim(kept) == kept && kept.size() <= 4 * 4000);
}

void Read(uint8_t which, std::string_view text) {
  switch (which % 4) {
    case 0: {
      std::string normal = auth::ToNfc(text);
      FUZZ_CHECK(auth::ToNfc(normal) == normal);
      std::string_view trimmed = auth::Trim(normal);
      FUZZ_CHECK(auth::Trim(trimmed) == trimmed);
      break;
    }
    case 1:
      FUZZ_CHECK(academy::IsUtf8(auth::Fold(text)) && academy::IsUtf8(auth::FoldCase(text)));
      break;
    case 2:
      for (const std::string& word : auth::Words(text)) FUZZ_CHECK(!word.empty() && academy::IsUtf8(word));
      break;
    default:
      for (const std::string& term : auth::SearchTerms(text, "a@b.c", text)) FUZZ_CHECK(academy::IsUtf8(term));
  }
}

}  // namespace

// The first byte says who reads it.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  academy::fuzz::Input input(data, size);
  uint8_t which = input.Byte();
  if (which % 2 == 0) {
    Validate(which / 2, input.Rest());
  } else {
    Read(which / 2, input.Rest());
  }
  return 0;
}

namespace academy::fuzz {

std::vector<Hostile> HostileInputs() {
  // The first byte: 2n is the nth check of a field, 2n + 1 the nth reader.
  return {
      {.name = "marks_in_a_name", .head = "\2a", .piece = "\u0301\u0323", .tail = ""},
      {.name = "marks_in_a_message", .head = "\14a", .piece = "\u0301\u0323", .tail = ""},
      {.name = "marks_in_a_password", .head = "\16a", .piece = "\u0301\u0323", .tail = ""},
      {.name = "letters_of_marks", .head = "\1a", .piece = "\u0f73", .tail = ""},
      {.name = "marks_in_an_address", .head = "\3a", .piece = "\u0301\u0323", .tail = ""},
      {.name = "iban", .head = "\12SA", .piece = "0", .tail = ""},
      {.name = "words", .head = "\5", .piece = "# ", .tail = "", .first = 100, .step = 1},
      {.name = "terms", .head = "\7", .piece = "# ", .tail = "", .first = 100, .step = 1},
      {.name = "ligatures", .head = "\3", .piece = "\ufdfa", .tail = ""},
      {.name = "digits", .head = "\7", .piece = "1", .tail = ""},
      {.name = "white_space", .head = "\1", .piece = " ", .tail = "a"},
  };
}

}  // namespace academy::fuzz
