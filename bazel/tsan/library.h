// A shared library's own definition of a function that this program defines before it: the program's definitions come
// first in every call, also in the library's calls of itself.
#pragma once

#include <dlfcn.h>

#include <cstdlib>

namespace academy::tsan {

template <typename Function>
Function* Library(const char* mangled) {
  void* found = dlsym(RTLD_NEXT, mangled);
  if (found == nullptr) abort();
  return reinterpret_cast<Function*>(found);
}

}  // namespace academy::tsan

// Declares `library`, the function of that type and mangled name.
#define LIBRARY(Function, mangled) static auto* const library = academy::tsan::Library<Function>(mangled)
