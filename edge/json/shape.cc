#include "edge/json/shape.h"

#include <algorithm>
#include <map>
#include <memory>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "academy/common/v1/json.pb.h"

namespace academy::json {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::FieldDescriptor;

// Shapes are derived from descriptors alone, so that one cache serves the whole process.
class Shapes {
 public:
  const Shape& Get(const Descriptor* type) ABSL_LOCKS_EXCLUDED(mutex_) {
    {
      absl::ReaderMutexLock lock(&mutex_);
      if (auto found = shapes_.find(type); found != shapes_.end()) return *found->second;
    }
    absl::MutexLock lock(&mutex_);
    return Make(type);
  }

 private:
  const Shape& Make(const Descriptor* type) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    std::unique_ptr<Shape>& shape = shapes_[type];
    if (shape != nullptr) return *shape;
    // In the map before its fields are made, for types that contain themselves.
    shape = std::make_unique<Shape>();
    Shape& made = *shape;
    const auto& options = type->options();
    if (options.GetExtension(common::v1::as_tuple)) made.kind = Shape::Kind::kTuple;
    if (options.GetExtension(common::v1::as_list)) made.kind = Shape::Kind::kList;
    std::vector<const FieldDescriptor*> fields;
    for (int i = 0; i < type->field_count(); ++i) fields.push_back(type->field(i));
    std::sort(fields.begin(), fields.end(), [](auto* a, auto* b) { return a->number() < b->number(); });
    for (const FieldDescriptor* field : fields) {
      if (!field->options().GetExtension(common::v1::internal)) made.fields.push_back(MakeField(field));
    }
    return made;
  }

  FieldShape MakeField(const FieldDescriptor* field) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    FieldShape shape{.field = field,
                     .key = '"' + field->json_name() + "\":",
                     .absent = Absent::kNull,
                     .beside = nullptr,
                     .message = nullptr};
    if (field->options().GetExtension(common::v1::when_absent) == common::v1::WHEN_ABSENT_OMIT) {
      shape.absent = Absent::kOmit;
    }
    if (const std::string& beside = field->options().GetExtension(common::v1::null_beside); !beside.empty()) {
      shape.absent = Absent::kNullBeside;
      shape.beside = field->containing_type()->FindFieldByName(beside);
    }
    const FieldDescriptor* value = field->is_map() ? field->message_type()->map_value() : field;
    if (value->cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE) shape.message = &Make(value->message_type());
    return shape;
  }

  absl::Mutex mutex_;
  std::map<const Descriptor*, std::unique_ptr<Shape>> shapes_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace

const Shape& ShapeOf(const Descriptor* type) {
  static Shapes& shapes = *new Shapes;
  return shapes.Get(type);
}

}  // namespace academy::json
