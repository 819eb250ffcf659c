// The answer writers against protobuf's own JSON printer, on a list of 1,000 learners.
#include <benchmark/benchmark.h>
#include <google/protobuf/util/json_util.h>

#include <string>

#include "academy/auth/v1/learners.pb.h"
#include "edge/json/wire_writer.h"
#include "edge/json/writer.h"

namespace {

academy::auth::v1::ListLearnersResponse ThousandLearners() {
  academy::auth::v1::ListLearnersResponse response;
  response.set_message("Learners");
  for (int i = 0; i < 1000; ++i) {
    auto* learner = response.add_result();
    learner->set_id("01890a5d-ac96-774b-bcce-b302099a" + std::to_string(1000 + i));
    learner->set_email("learner" + std::to_string(i) + "@academy.example");
    learner->set_fullname(i % 2 == 0 ? "فاطمة الزهراء" : "Fatimah Alzahra");
    learner->set_phonenumber("+966500000000");
    learner->set_address("King Fahd Road, Riyadh");
    learner->set_active(true);
    learner->set_activated(true);
    learner->set_status("offline");
    if (i % 3 == 0) learner->set_last_login("2026-01-01T08:00:00.000Z");
    learner->set_created_at("2025-12-31T20:59:59.999Z");
  }
  return response;
}

void BM_AppendJson(benchmark::State& state) {
  auto response = ThousandLearners();
  for (auto _ : state) {
    std::string text;
    academy::edge::AppendJson(response, text);
    benchmark::DoNotOptimize(text.data());
  }
}
BENCHMARK(BM_AppendJson)->Unit(benchmark::kMicrosecond);

void BM_AppendJsonOfWire(benchmark::State& state) {
  const std::string wire = ThousandLearners().SerializeAsString();
  for (auto _ : state) {
    std::string text;
    if (!academy::edge::AppendJsonOfWire(academy::auth::v1::ListLearnersResponse::descriptor(), wire, text)) {
      state.SkipWithError("failed");
    }
    benchmark::DoNotOptimize(text.data());
  }
}
BENCHMARK(BM_AppendJsonOfWire)->Unit(benchmark::kMicrosecond);

void BM_MessageToJsonString(benchmark::State& state) {
  auto response = ThousandLearners();
  google::protobuf::util::JsonPrintOptions options;
  options.always_print_primitive_fields = true;
  for (auto _ : state) {
    std::string text;
    if (!google::protobuf::util::MessageToJsonString(response, &text, options).ok()) state.SkipWithError("failed");
    benchmark::DoNotOptimize(text.data());
  }
}
BENCHMARK(BM_MessageToJsonString)->Unit(benchmark::kMicrosecond);

}  // namespace

BENCHMARK_MAIN();
