// presence_load DATA LEARNERS CHANGES ADDRESS...: attaches to each presence at an ADDRESS as an edge of its own with
// LEARNERS online, of whom CHANGES a second come or go, because one real edge takes no more than 20,000. DATA is the
// data folder with the edge's keys. Prints `{}` when the snapshots are sent, and ends when standard input does.
#include <grpcpp/client_context.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "academy/presence/v1/presence.grpc.pb.h"
#include "services/platform/base/status.h"
#include "services/platform/keys/key_folder.h"
#include "services/platform/rpc/channel.h"
#include "services/platform/rpc/credential.h"

namespace academy::presence {
namespace {

v1::Connection LearnerOf(int number) {
  v1::Connection connection;
  const std::string id = std::to_string(number);
  connection.set_connection_id("load-" + id);
  // As long as a real one.
  connection.set_person_id("0190a000-0000-7000-8000-" + std::string(12 - id.size(), '0') + id);
  connection.set_session_id("session-" + id);
  return connection;
}

// One presence, to which the same learners are reported.
class Attached {
 public:
  Attached(const std::shared_ptr<grpc::Channel>& channel, int learners) : stub_(channel) {
    PrepareStreamContext(context_, {.caller = {.kind = CallerKind::kService, .id = "edge"}});
    stream_ = stub_.Attach(&context_);
    v1::AttachRequest hello;
    hello.mutable_hello()->set_edge_id("presence_load");
    stream_->Write(hello);
    v1::AttachRequest snapshot;
    snapshot.mutable_snapshot();
    for (int i = 0; i < learners; ++i) *snapshot.mutable_snapshot()->add_connections() = LearnerOf(i);
    stream_->Write(snapshot);
    reader_ = std::thread([this] {
      v1::AttachResponse response;
      while (stream_->Read(&response)) {
      }
    });
  }
  ~Attached() {
    context_.TryCancel();
    reader_.join();
  }

  void Write(const v1::AttachRequest& request) { stream_->Write(request); }

 private:
  v1::Presence::Stub stub_;
  grpc::ClientContext context_;
  std::unique_ptr<grpc::ClientReaderWriter<v1::AttachRequest, v1::AttachResponse>> stream_;
  std::thread reader_;
};

absl::Status Run(int argc, char** argv) {
  const int learners = std::atoi(argv[2]);
  const int changes = std::atoi(argv[3]);
  ASSIGN_OR_RETURN(KeyFolder keys, KeyFolder::Open(argv[1], KeyFolder::Missing::kRefuse));
  std::vector<std::unique_ptr<Attached>> presences;
  for (int i = 4; i < argc; ++i) {
    ASSIGN_OR_RETURN(Credential credential, Credential::Open(keys, "edge", "presence"));
    presences.push_back(std::make_unique<Attached>(MakeChannel(argv[i], std::move(credential)), learners));
  }
  std::puts("{}");
  std::fflush(stdout);
  std::atomic<bool> over = false;
  std::thread input([&over] {
    char byte = 0;
    while (::read(STDIN_FILENO, &byte, 1) > 0) {
    }
    over = true;
  });
  // One goes, then comes back.
  for (int number = 0; !over; ++number) {
    absl::SleepFor(absl::Seconds(1) / std::max(1, changes));
    v1::AttachRequest request;
    if (number % 2 == 0) {
      request.mutable_closed()->set_connection_id(LearnerOf(number / 2 % learners).connection_id());
    } else {
      *request.mutable_opened() = LearnerOf(number / 2 % learners);
    }
    for (auto& each : presences) each->Write(request);
  }
  input.join();
  return absl::OkStatus();
}

}  // namespace
}  // namespace academy::presence

int main(int argc, char** argv) {
  if (argc < 5) return std::fputs("usage: presence_load DATA LEARNERS CHANGES ADDRESS...\n", stderr), 2;
  absl::Status status = academy::presence::Run(argc, argv);
  if (status.ok()) return 0;
  std::fprintf(stderr, "%s\n", std::string(academy::MessageOf(status)).c_str());
  return 1;
}
