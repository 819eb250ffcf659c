#include "services/catalog/uploads/append_reactor.h"

#include <utility>

#include "services/catalog/errors.h"
#include "services/platform/base/log.h"
#include "services/platform/base/status.h"
#include "services/platform/rpc/grpc_status.h"

namespace academy::catalog {

v1::UploadState ToState(const UploadRecord& upload, int64_t offset) {
  v1::UploadState state;
  state.set_upload_id(upload.id);
  state.set_offset(offset);
  if (upload.length.has_value()) state.set_length(*upload.length);
  state.set_expires_at_ms(upload.expires_at);
  state.set_metadata(upload.metadata);
  return state;
}

AppendReactor::AppendReactor(grpc::CallbackServerContext& context, v1::UploadState& response, Deps deps,
                             UploadSession session, const absl::Status& refusal)
    : context_(context), response_(response), deps_(std::move(deps)), session_(std::move(session)) {
  if (!refusal.ok()) {
    Finish(ToGrpc(refusal));
  } else {
    ReadNext();
  }
}

void AppendReactor::OnReadDone(bool ok) {
  Submit([this, ok] { Step(ok); });
}

void AppendReactor::ReadNext() {
  handed_over_.store(true, std::memory_order_release);
  StartRead(&message_);
}

void AppendReactor::Submit(std::function<void()> job) {
  // The executor's queue has room for every call there can be, and outlives the server.
  if (!deps_.disk.TrySubmit(std::move(job))) LogError("the disk executor refused a job");
}

void AppendReactor::Step(bool ok) {
  handed_over_.load(std::memory_order_acquire);
  if (upload_id_.empty()) {
    if (!ok) return Finish(ToGrpc(ValidationError({{"header", "required", "The first message must be the header"}})));
    return TakeHeader();
  }
  if (!ok) return End(absl::OkStatus());
  if (message_.part_case() != v1::AppendUploadRequest::kData) {
    return End(ValidationError({{"data", "required", "Every message behind the header must carry data"}}));
  }
  if (absl::Status status = session_.Write(message_.data()); !status.ok()) return End(status);
  ReadNext();
}

void AppendReactor::TakeHeader() {
  if (!message_.has_header() || message_.header().upload_id().empty()) {
    return Finish(ToGrpc(ValidationError({{"header", "required", "The first message must be the header"}})));
  }
  upload_id_ = message_.header().upload_id();
  deps_.locks.Acquire(
      upload_id_, [this] { context_.TryCancel(); }, [this] { Submit([this] { Begin(); }); });
}

void AppendReactor::Begin() {
  if (context_.IsCancelled()) return End(error::UploadInterrupted());
  const v1::AppendUploadRequest::Header& header = message_.header();
  AppendHeader append{.upload_id = header.upload_id(),
                      .offset = header.offset(),
                      .checksum_algorithm = header.checksum_algorithm(),
                      .checksum = header.checksum()};
  if (header.has_length()) append.length = header.length();
  if (absl::Status status = session_.Begin(append); !status.ok()) return End(status);
  ReadNext();
}

void AppendReactor::End(const absl::Status& so_far) {
  // Bytes received are kept even if the rest is missing, unless a checksum covers them.
  absl::Status status = session_.End();
  if (!so_far.ok()) status = so_far;
  bool complete = session_.upload().length.has_value() && session_.offset() == *session_.upload().length;
  response_ = ToState(session_.upload(), session_.offset());
  if (status.ok() && complete) deps_.on_complete();
  if (absl::IsInternal(status)) LogError("append failed", {{"upload", upload_id_}, {"error", MessageOf(status)}});
  // Before Finish, which may delete this object at once.
  deps_.locks.Release(upload_id_);
  Finish(ToGrpc(status));
}

}  // namespace academy::catalog
