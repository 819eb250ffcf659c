#include "edge/api/whole_list.h"

#include <grpcpp/client_context.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "edge/json/writer.h"
#include "edge/upstream/http_status.h"
#include "edge/upstream/timeouts.h"
#include "services/platform/base/status.h"

namespace academy::edge {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::FieldDescriptor;
using google::protobuf::Message;
using google::protobuf::Reflection;

std::unique_ptr<Message> Parse(const Message& prototype, std::string_view wire) {
  std::unique_ptr<Message> message(prototype.New());
  if (!message->ParseFromArray(wire.data(), static_cast<int>(wire.size()))) return nullptr;
  return message;
}

// The request for a first page: with the texts that the call has too, such as the course.
std::unique_ptr<Message> FirstPage(const PagedList& list, const Message& request) {
  std::unique_ptr<Message> page(list.request->New());
  const Descriptor* to = page->GetDescriptor();
  for (int i = 0; i < to->field_count(); ++i) {
    const FieldDescriptor* field = to->field(i);
    const FieldDescriptor* from = request.GetDescriptor()->FindFieldByName(field->name());
    auto is_text = [](const FieldDescriptor* each) {
      return each->type() == FieldDescriptor::TYPE_STRING && !each->is_repeated();
    };
    if (from == nullptr || !is_text(field) || !is_text(from)) continue;
    if (!request.GetReflection()->HasField(request, from)) continue;
    page->GetReflection()->SetString(page.get(), field, request.GetReflection()->GetString(request, from));
  }
  page->GetReflection()->SetInt32(page.get(), to->FindFieldByName("limit"), list.limit);
  if (!list.list.empty()) page->GetReflection()->SetString(page.get(), to->FindFieldByName("list"), list.list);
  return page;
}

// Thread-safe. Requests one page ahead of the client.
class WholeList final : public http::BodySource, public std::enable_shared_from_this<WholeList> {
 public:
  using Opened = std::function<void(absl::StatusOr<std::shared_ptr<http::BodySource>>)>;

  WholeList(WholeListCall call, const Message& request, std::string message)
      : call_(std::move(call)), message_(std::move(message)) {
    for (const PagedList& list : call_.route.lists) requests_.push_back(FirstPage(list, request));
  }

  void Open(Opened done) ABSL_LOCKS_EXCLUDED(mutex_) {
    {
      absl::MutexLock lock(&mutex_);
      opened_ = std::move(done);
    }
    Ask();
  }

  Got Read(std::string& piece, std::function<void()> ready) override ABSL_LOCKS_EXCLUDED(mutex_) {
    {
      absl::MutexLock lock(&mutex_);
      if (broken_) return Got::kBroken;
      if (text_.empty() && last_) return Got::kEnd;
      if (text_.empty()) {
        ready_ = std::move(ready);
        return Got::kNothingYet;
      }
      piece.swap(text_);
      text_.clear();
      if (last_) return Got::kPiece;
    }
    Ask();
    return Got::kPiece;
  }

 private:
  // One page is asked for at a time, so what only its answer uses needs no lock.
  struct Call {
    std::shared_ptr<WholeList> self;
    grpc::ClientContext context;
    grpc::ByteBuffer response;
  };

  void Ask() {
    auto call = std::make_shared<Call>();
    call->self = shared_from_this();
    PrepareContext(call->context, call_.identity, kLongTimeout);
    for (const auto& [key, value] : call_.metadata) call->context.AddMetadata(key, value);
    call_.stub.UnaryCall(&call->context, call_.route.lists[at_].method_path, {}, requests_[at_].get(), &call->response,
                         [call](const grpc::Status& status) { call->self->Take(status, call->response); });
  }

  void Take(const grpc::Status& status, grpc::ByteBuffer& response) {
    if (!status.ok()) return Break(FromService(status));
    std::string text;
    absl::StatusOr<bool> more = AddPage(response, text);
    if (!more.ok()) return Break(more.status());
    // Of many rows none may be shown.
    if (text.empty() && *more) return Ask();
    Opened opened;
    std::function<void()> ready;
    {
      absl::MutexLock lock(&mutex_);
      text_ = std::move(text);
      last_ = !*more;
      ready.swap(ready_);
      opened.swap(opened_);
    }
    if (opened) opened(shared_from_this());
    if (ready) ready();
  }

  void Break(const absl::Status& status) ABSL_LOCKS_EXCLUDED(mutex_) {
    Opened opened;
    std::function<void()> ready;
    {
      absl::MutexLock lock(&mutex_);
      broken_ = true;
      ready.swap(ready_);
      opened.swap(opened_);
    }
    if (opened) opened(status);
    if (ready) ready();
  }

  // Adds a page's rows, and what of the frame stands before and after them. Whether more pages follow.
  absl::StatusOr<bool> AddPage(grpc::ByteBuffer& response, std::string& text) {
    grpc::Slice wire;
    std::unique_ptr<Message> page;
    if (response.TrySingleSlice(&wire).ok() || response.DumpToSingleSlice(&wire).ok()) {
      page = Parse(*call_.route.response, {reinterpret_cast<const char*>(wire.begin()), wire.size()});
    }
    if (page == nullptr) return absl::InternalError("unreadable page");
    response.Clear();
    const Reflection& reflection = *page->GetReflection();
    const FieldDescriptor* rows = page->GetDescriptor()->FindFieldByName(call_.route.lists[at_].field);
    const FieldDescriptor* cursor = page->GetDescriptor()->FindFieldByName("next_cursor");
    if (at_ == 0 && !begun_) SetFrame(*page);
    if (!begun_) text += TakeFrameTo("\"" + rows->json_name() + "\":[");
    for (int i = 0; i < reflection.FieldSize(*page, rows); ++i) {
      if (any_row_) text += ',';
      AppendJson(reflection.GetRepeatedMessage(*page, rows, i), text);
      any_row_ = true;
    }
    begun_ = true;
    if (reflection.HasField(*page, cursor)) {
      Message& next = *requests_[at_];
      next.GetReflection()->SetString(&next, next.GetDescriptor()->FindFieldByName("cursor"),
                                      reflection.GetString(*page, cursor));
      return true;
    }
    begun_ = any_row_ = false;
    if (++at_ < requests_.size()) return true;
    text += frame_;
    return false;
  }

  // The frame is the answer with empty lists.
  void SetFrame(const Message& first) {
    const FieldDescriptor* text = first.GetDescriptor()->FindFieldByName("message");
    std::unique_ptr<Message> answer(first.New());
    answer->GetReflection()->SetString(answer.get(), text,
                                       message_.empty() ? first.GetReflection()->GetString(first, text) : message_);
    AppendJson(*answer, frame_);
  }

  // Only a name is followed by a colon outside of the quotation marks of a text.
  std::string TakeFrameTo(const std::string& head) {
    const size_t end = std::min(frame_.find(head), frame_.size() - head.size()) + head.size();
    std::string taken = frame_.substr(0, end);
    frame_.erase(0, end);
    return taken;
  }

  const WholeListCall call_;
  const std::string message_;
  // Of the next page of each list.
  std::vector<std::unique_ptr<Message>> requests_;
  // What is not written of it yet.
  std::string frame_;
  // The list that is being read, whether it is in the text, and a row of it.
  size_t at_ = 0;
  bool begun_ = false;
  bool any_row_ = false;
  absl::Mutex mutex_;
  // The next page's text.
  std::string text_ ABSL_GUARDED_BY(mutex_);
  bool last_ ABSL_GUARDED_BY(mutex_) = false;
  bool broken_ ABSL_GUARDED_BY(mutex_) = false;
  Opened opened_ ABSL_GUARDED_BY(mutex_);
  std::function<void()> ready_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace

bool IsWhole(const Message& request) {
  std::vector<const FieldDescriptor*> set;
  request.GetReflection()->ListFields(request, &set);
  return std::none_of(set.begin(), set.end(), [](const FieldDescriptor* field) { return field->has_presence(); });
}

void OpenWholeList(WholeListCall call, const Message& request, const std::string& message,
                   std::function<void(absl::StatusOr<std::shared_ptr<http::BodySource>>)> done) {
  std::make_shared<WholeList>(std::move(call), request, message)->Open(std::move(done));
}

}  // namespace academy::edge
