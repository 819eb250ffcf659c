// Stands before protobuf's header of that name. ThreadSanitizer's macro would give maps two members that Debian's
// library, built without it, does not know.
#pragma once

#pragma push_macro("__SANITIZE_THREAD__")
#undef __SANITIZE_THREAD__
#include_next <google/protobuf/map_field.h>
#pragma pop_macro("__SANITIZE_THREAD__")
