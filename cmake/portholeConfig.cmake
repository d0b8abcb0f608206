# find_package(porthole): the package for building plug-ins. Provides
#   porthole_plugin(NAME SOURCE...)  the target plugin_NAME, installed into the plug-in folder
#   porthole::plugin_support         headers, base library and helpers (linked by porthole_plugin)
#   porthole_PLUGIN_FOLDER           where plug-ins are installed
#   porthole_PROGRAM                 the program
include(CMakeFindDependencyMacro)
find_dependency(ICU COMPONENTS uc)
find_dependency(Poco COMPONENTS Foundation)
find_dependency(tl-expected)
find_dependency(PkgConfig)
pkg_check_modules(PSL REQUIRED IMPORTED_TARGET libpsl)
pkg_check_modules(XXHASH REQUIRED IMPORTED_TARGET libxxhash)

get_filename_component(porthole_PREFIX ${CMAKE_CURRENT_LIST_DIR}/../../.. ABSOLUTE)
set(porthole_PROGRAM ${porthole_PREFIX}/bin/porthole)
set(porthole_PLUGIN_FOLDER ${porthole_PREFIX}/lib/porthole/plugins)
set(PORTHOLE_PLUGIN_DESTINATION ${porthole_PLUGIN_FOLDER})

if(NOT TARGET porthole::plugin_support)
  add_library(porthole::base STATIC IMPORTED)
  set_target_properties(porthole::base PROPERTIES
    IMPORTED_LOCATION ${porthole_PREFIX}/lib/porthole/libbase.a
    INTERFACE_INCLUDE_DIRECTORIES ${porthole_PREFIX}/include/porthole
    INTERFACE_COMPILE_FEATURES cxx_std_20
    INTERFACE_LINK_LIBRARIES "tl::expected;ICU::uc;PkgConfig::PSL;PkgConfig::XXHASH")
  add_library(porthole::plugin_support STATIC IMPORTED)
  set_target_properties(porthole::plugin_support PROPERTIES
    IMPORTED_LOCATION ${porthole_PREFIX}/lib/porthole/libplugin_support.a
    INTERFACE_LINK_LIBRARIES "porthole::base;Poco::Foundation")
endif()

include(${CMAKE_CURRENT_LIST_DIR}/PortholePlugin.cmake)
