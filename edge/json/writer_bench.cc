// The writer against protobuf's own JSON printer, on a list of 1,000 learners.
#include <benchmark/benchmark.h>
#include <google/protobuf/util/json_util.h>

#include <string>

#include "academy/auth/v1/learners.pb.h"
#include "edge/json/writer.h"

namespace academy::json {
namespace {

auth::v1::FetchUsersResponse Learners(int count) {
  auth::v1::FetchUsersResponse response;
  response.set_message("OK");
  for (int i = 0; i < count; ++i) {
    auth::v1::Learner* learner = response.add_result();
    learner->set_id("01940000-0000-7000-8000-" + std::to_string(100000000000 + i));
    learner->set_email("learner" + std::to_string(i) + "@example.com");
    learner->set_fullname("متعلم رقم " + std::to_string(i));
    learner->set_phonenumber("+96650" + std::to_string(1000000 + i));
    learner->set_address("الرياض، حي النخيل");
    learner->set_active(true);
    learner->set_activated(i % 2 == 0);
    learner->set_status("offline");
    learner->set_created_at("2026-01-01T00:00:00.000Z");
    if (i % 3 == 0) learner->set_last_login("2026-11-01T10:20:30.456Z");
  }
  return response;
}

void BM_OurWriter(benchmark::State& state) {
  auth::v1::FetchUsersResponse response = Learners(1000);
  size_t bytes = 0;
  for (auto _ : state) {
    std::string out;
    WriteJson(response, out);
    bytes += out.size();
    benchmark::DoNotOptimize(out);
  }
  state.SetBytesProcessed(static_cast<int64_t>(bytes));
}
BENCHMARK(BM_OurWriter)->Unit(benchmark::kMicrosecond);

void BM_ProtobufJsonUtil(benchmark::State& state) {
  auth::v1::FetchUsersResponse response = Learners(1000);
  google::protobuf::util::JsonPrintOptions options;
  options.always_print_primitive_fields = true;
  size_t bytes = 0;
  for (auto _ : state) {
    std::string out;
    if (!google::protobuf::util::MessageToJsonString(response, &out, options).ok()) state.SkipWithError("not printed");
    bytes += out.size();
    benchmark::DoNotOptimize(out);
  }
  state.SetBytesProcessed(static_cast<int64_t>(bytes));
}
BENCHMARK(BM_ProtobufJsonUtil)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace academy::json

BENCHMARK_MAIN();
