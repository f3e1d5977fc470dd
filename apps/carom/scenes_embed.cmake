# Writes the scenes of a folder as a C++ source:  cmake -DSCENES=folder -DOUTPUT=file.cpp -P scenes_embed.cmake
# for the program, or with -DHEADER=file.hpp -DNAMESPACE=name for another header that declares the same.
if(NOT DEFINED HEADER)
  set(HEADER scenes.hpp)
  set(NAMESPACE carom::app)
endif()
file(GLOB scenes ${SCENES}/*.json)
list(SORT scenes)
set(entries "")
foreach(scene IN LISTS scenes)
  cmake_path(GET scene STEM name)
  # As hex digits: no character of a scene can then mean something to CMake or to C++.
  file(READ ${scene} bytes HEX)
  string(REGEX REPLACE "(................................)" "\\1\"\n    \"" bytes "${bytes}")
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "\\\\x\\1" bytes "${bytes}")
  string(APPEND entries "    ShippedScene{\"${name}\",\n    \"${bytes}\"sv},\n")
endforeach()
list(LENGTH scenes count)
file(CONFIGURE OUTPUT ${OUTPUT} @ONLY CONTENT [[
#include <array>

#include "@HEADER@"

namespace @NAMESPACE@ {
namespace {

using namespace std::string_view_literals;

constexpr std::array<ShippedScene, @count@> k_scenes{
@entries@};

}  // namespace

std::span<const ShippedScene> shipped_scenes() noexcept { return k_scenes; }

}  // namespace @NAMESPACE@
]])
