#include "edge/json/plan.h"

#include <memory>
#include <utility>

#include "absl/base/thread_annotations.h"
#include "absl/container/flat_hash_map.h"
#include "absl/synchronization/mutex.h"
#include "academy/common/v1/json.pb.h"

namespace academy::edge {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::FieldDescriptor;

// The JSON of an absent value, by the rules of json.proto.
std::string AbsentText(const FieldPlan& step) {
  if (step.map) return "{}";
  if (step.repeated) return "[]";
  if (step.presence) return "null";
  switch (step.field->cpp_type()) {
    case FieldDescriptor::CPPTYPE_STRING:
      return "\"\"";
    case FieldDescriptor::CPPTYPE_BOOL:
      return "false";
    case FieldDescriptor::CPPTYPE_ENUM:
      return "\"" + step.field->default_value_enum()->name() + "\"";
    default:
      return "0";
  }
}

class Plans {
 public:
  const MessagePlan& Of(const Descriptor* descriptor) {
    {
      absl::ReaderMutexLock lock(&mutex_);
      if (auto found = plans_.find(descriptor); found != plans_.end()) return *found->second;
    }
    absl::MutexLock lock(&mutex_);
    return *Make(descriptor);
  }

 private:
  const MessagePlan* Make(const Descriptor* descriptor) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    auto [slot, fresh] = plans_.try_emplace(descriptor);
    if (!fresh) return slot->second.get();
    // Added to the map before its fields are read, because a type may contain itself.
    slot->second = std::make_unique<MessagePlan>();
    MessagePlan* plan = slot->second.get();
    plan->as_tuple = descriptor->options().GetExtension(common::v1::as_tuple);
    plan->as_list = descriptor->options().GetExtension(common::v1::as_list);
    plan->by_number.fill(-1);
    for (int i = 0; i < descriptor->field_count(); ++i) {
      const FieldDescriptor* field = descriptor->field(i);
      const auto& options = field->options();
      if (options.GetExtension(common::v1::internal)) continue;
      FieldPlan step;
      step.field = field;
      if (!plan->as_tuple) step.key = "\"" + field->json_name() + "\":";
      step.presence = field->has_presence();
      step.repeated = field->is_repeated();
      step.map = field->is_map();
      step.omit = options.GetExtension(common::v1::when_absent) == common::v1::WHEN_ABSENT_OMIT;
      const std::string& beside = options.GetExtension(common::v1::null_beside);
      if (!beside.empty()) step.null_beside = descriptor->FindFieldByName(beside);
      step.type = field->type();
      step.absent = step.key + AbsentText(step) + ",";
      if (field->cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE) step.message = Make(field->message_type());
      if (field->number() < MessagePlan::kMaxNumbers && plan->fields.size() < MessagePlan::kMaxNumbers) {
        plan->by_number[static_cast<size_t>(field->number())] = static_cast<int8_t>(plan->fields.size());
      } else {
        plan->numbers_known = false;
      }
      plan->fields.push_back(std::move(step));
    }
    for (FieldPlan& step : plan->fields) {
      if (step.null_beside == nullptr) continue;
      for (size_t i = 0; i < plan->fields.size(); ++i) {
        if (plan->fields[i].field == step.null_beside) step.null_beside_index = static_cast<int>(i);
      }
    }
    return plan;
  }

  absl::Mutex mutex_;
  absl::flat_hash_map<const Descriptor*, std::unique_ptr<MessagePlan>> plans_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace

const MessagePlan& PlanOf(const Descriptor* descriptor) {
  static Plans& plans = *new Plans;
  return plans.Of(descriptor);
}

}  // namespace academy::edge
