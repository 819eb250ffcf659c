// What most tests include.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "bazel/pch/common_headers.h"
