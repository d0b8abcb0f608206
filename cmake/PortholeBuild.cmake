# Common settings of all libraries: language, warnings, output folders, and packages.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
if(CMAKE_SYSTEM_PROCESSOR STREQUAL aarch64)
  # g++ would join a product and a sum into one rounding there, and scores would differ from those of amd64.
  add_compile_options(-ffp-contract=off)
endif()
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/lib)

find_program(CCACHE ccache)
if(CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CCACHE})
  if(PORTHOLE_PRECOMPILE)
    # Required by ccache for precompiled headers (its manual, "Precompiled headers").
    set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros ${CCACHE})
    add_compile_options(-fpch-preprocess)
  endif()
endif()

# Links a test in a third of the CPU time of ld. Packages are linked by Debian's ld.
find_program(LLD ld.lld)
if(LLD AND NOT CMAKE_BUILD_TYPE STREQUAL Release)
  add_link_options(-fuse-ld=lld)
endif()

find_package(Python3 COMPONENTS Interpreter)
find_package(PkgConfig REQUIRED)
find_package(Threads REQUIRED)
find_package(CURL REQUIRED)
find_package(XercesC REQUIRED)
find_package(SQLite3 REQUIRED)
find_package(ZLIB REQUIRED)
find_package(ICU REQUIRED COMPONENTS uc i18n data)
find_package(Poco REQUIRED COMPONENTS Foundation Net Util Zip)
find_package(CLI11 REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(xapian REQUIRED)
find_package(tl-expected REQUIRED)
pkg_check_modules(PSL REQUIRED IMPORTED_TARGET libpsl)
pkg_check_modules(RE2 REQUIRED IMPORTED_TARGET re2)
pkg_check_modules(UCHARDET REQUIRED IMPORTED_TARGET uchardet)
pkg_check_modules(SECCOMP REQUIRED IMPORTED_TARGET libseccomp)
pkg_check_modules(POSTGRESQL REQUIRED IMPORTED_TARGET libpq)
pkg_check_modules(XXHASH REQUIRED IMPORTED_TARGET libxxhash)
pkg_check_modules(BROTLI REQUIRED IMPORTED_TARGET libbrotlidec)
pkg_check_modules(ZSTD REQUIRED IMPORTED_TARGET libzstd)
pkg_check_modules(BROTLIENC REQUIRED IMPORTED_TARGET libbrotlienc)

# plain_package(NAME HEADER LIBRARY...): a target for a package that comes without a CMake or
# pkg-config file of its own.
function(plain_package name header)
  find_path(${name}_INCLUDE ${header} PATH_SUFFIXES ${name} REQUIRED)
  add_library(${name}::${name} INTERFACE IMPORTED GLOBAL)
  target_include_directories(${name}::${name} SYSTEM INTERFACE ${${name}_INCLUDE})
  foreach(library ${ARGN})
    find_library(${name}_LIBRARY_${library} ${library} REQUIRED)
    target_link_libraries(${name}::${name} INTERFACE ${${name}_LIBRARY_${library}})
  endforeach()
endfunction()
plain_package(tidy tidy.h tidy)
plain_package(cld2 cld2/public/compact_lang_det.h cld2)
plain_package(mustache kainjow/mustache.hpp)
plain_package(magic magic.h magic)

add_library(porthole_options INTERFACE)
target_include_directories(porthole_options INTERFACE ${PROJECT_SOURCE_DIR})
# -Wrestrict and -Warray-bounds: g++ 12 is wrong about std::string where it inlines (its bugs 105651 and 105329).
target_compile_options(porthole_options INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor
  $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict> -Wno-array-bounds)
if(PORTHOLE_BATCHES)
  # g++ takes a source file that is included for a header, and compares names with those of headers that only its
  # neighbours include. Presets dev and plain compile each file alone, with these warnings.
  target_compile_options(porthole_options INTERFACE -Wno-shadow $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
endif()
target_compile_definitions(porthole_options INTERFACE PORTHOLE_VERSION="${PROJECT_VERSION}")
if(PORTHOLE_COVERAGE)
  # Workers may write there, whatever their class, and nowhere else.
  target_compile_definitions(porthole_options INTERFACE PORTHOLE_COVERAGE="${CMAKE_BINARY_DIR}")
endif()
if(PORTHOLE_WERROR)
  # -Wmaybe-uninitialized: with sanitizers g++ 12 sees uninitialized values inside std::regex.
  target_compile_options(porthole_options INTERFACE -Werror
    $<$<CXX_COMPILER_ID:GNU>:-Wno-error=maybe-uninitialized>)
endif()

# porthole_precompiled(NAME [PROGRAM] [PACKAGES PACKAGE...] [HEADERS HEADER...]): a target NAME that only holds a
# precompiled header: the standard headers that most files include, and HEADERS. Targets with the same compiler
# flags share it by target_precompile_headers(TARGET REUSE_FROM NAME); programs (PROGRAM) and libraries differ.
set(standard_headers <algorithm> <array> <atomic> <charconv> <chrono> <cmath> <cstdint> <cstdio> <cstring> <deque>
  <filesystem> <fstream> <functional> <limits> <map> <memory> <mutex> <numeric> <optional> <random> <set> <span>
  <sstream> <string> <string_view> <system_error> <thread> <tl/expected.hpp> <unordered_map> <unordered_set>
  <utility> <variant> <vector>)
function(porthole_precompiled name)
  cmake_parse_arguments(with PROGRAM "" "PACKAGES;HEADERS" ${ARGN})
  set(source ${CMAKE_CURRENT_BINARY_DIR}/${name}.cc)
  file(CONFIGURE OUTPUT ${source} CONTENT "int main() {}\n")
  if(with_PROGRAM)
    add_executable(${name} ${source})
  else()
    add_library(${name} STATIC ${source})
  endif()
  # Poco's definitions (_FILE_OFFSET_BITS and others) reach every library through base.
  target_link_libraries(${name} PRIVATE porthole_options tl::expected Poco::Foundation ${with_PACKAGES})
  target_precompile_headers(${name} PRIVATE ${standard_headers} ${with_HEADERS})
endfunction()
if(PORTHOLE_PRECOMPILE)
  set(json PACKAGES nlohmann_json::nlohmann_json HEADERS <base/json/json.h>)
  porthole_precompiled(library_headers ${json})
  porthole_precompiled(program_headers PROGRAM ${json})
  # Plug-ins are compiled with other visibility of names.
  porthole_precompiled(plugin_headers)
  set_target_properties(plugin_headers PROPERTIES CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
endif()

# porthole_batches(TARGET): compiles source files of the target together where none of them notices (cmake/batches.py).
# Configures again when a source changes, since its private names may have.
function(porthole_batches target)
  if(NOT PORTHOLE_BATCHES OR NOT Python3_FOUND)
    return()
  endif()
  get_target_property(sources ${target} SOURCES)
  list(FILTER sources INCLUDE REGEX "\\.cc$")
  list(TRANSFORM sources PREPEND ${CMAKE_CURRENT_SOURCE_DIR}/ REGEX "^[^/]")
  execute_process(COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/cmake/batches.py ${PROJECT_SOURCE_DIR} ${sources}
    OUTPUT_VARIABLE lines OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  string(REPLACE ";" " " lines "${lines}")
  string(REPLACE "\n" ";" lines "${lines}")
  foreach(line ${lines})
    string(REGEX MATCH "^(.*) ([0-9]+)$" found "${line}")
    set_source_files_properties(${CMAKE_MATCH_1} PROPERTIES UNITY_GROUP ${CMAKE_MATCH_2})
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${sources} ${PROJECT_SOURCE_DIR}/cmake/batches.py)
endfunction()

# porthole_library(NAME [FOLDERS FOLDER...] LIBRARIES LIBRARY...): a static library of all sources in this folder and
# in the inner folders that are named, depending on the libraries and packages named.
function(porthole_library name)
  cmake_parse_arguments(with "" "" "FOLDERS;LIBRARIES" ${ARGN})
  list(TRANSFORM with_FOLDERS APPEND "/*.cc" OUTPUT_VARIABLE inner)
  file(GLOB sources CONFIGURE_DEPENDS *.cc ${inner})
  add_library(${name} STATIC ${sources})
  target_link_libraries(${name} PUBLIC porthole_options ${with_LIBRARIES})
  if(PORTHOLE_PRECOMPILE)
    target_precompile_headers(${name} REUSE_FROM library_headers)
  endif()
  porthole_batches(${name})
endfunction()

# porthole_embed(TARGET FUNCTION FILE...): puts the texts of the files into TARGET as the function
# `std::string_view porthole::embedded::FUNCTION(std::string_view name)`, which returns the text of the file of that
# name, "" if there is none. The caller declares the function in a header of its own.
function(porthole_embed target function)
  set(entries "")
  foreach(file ${ARGN})
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
    get_filename_component(name ${file} NAME)
    file(READ ${file} text)
    string(APPEND entries "    {\"${name}\", R\"porthole_embed(${text})porthole_embed\"},\n")
  endforeach()
  set(source ${CMAKE_CURRENT_BINARY_DIR}/embedded_${function}.cc)
  file(CONFIGURE OUTPUT ${source} @ONLY CONTENT [=[// Made from files of the project by porthole_embed(); do not edit.
#include <string_view>
#include <utility>
namespace porthole::embedded {
std::string_view @function@(std::string_view name);
std::string_view @function@(std::string_view name) {
  static constexpr std::pair<std::string_view, std::string_view> kFiles[] = {
@entries@  };
  for (const auto& [file, text] : kFiles) {
    if (file == name) return text;
  }
  return {};
}
}  // namespace porthole::embedded
]=])
  target_sources(${target} PRIVATE ${source})
endfunction()
