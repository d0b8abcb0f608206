# porthole_plugin(NAME SOURCE...): the target plugin_NAME, a plug-in NAME.so. In Porthole's own tree it
# lands where the program looks for it; in a project of your own, in its build folder. What it links
# besides (target_link_libraries(plugin_NAME PRIVATE ...)) is its own.
#
# Nothing of it is visible but its two entry points, so that two plug-ins cannot take each other's
# functions, and nothing may be left undefined, since a missing function would end the process at its
# first call.
function(porthole_plugin name)
  add_library(plugin_${name} MODULE ${ARGN})
  set_target_properties(plugin_${name} PROPERTIES
    OUTPUT_NAME ${name} PREFIX "" CXX_STANDARD 20 CXX_STANDARD_REQUIRED ON POSITION_INDEPENDENT_CODE ON
    CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
  target_link_libraries(plugin_${name} PRIVATE porthole::plugin_support)
  target_link_options(plugin_${name} PRIVATE -Wl,--exclude-libs,ALL)
  if(NOT PORTHOLE_FUZZERS)  # Clang leaves the functions of its sanitizers to the program.
    target_link_options(plugin_${name} PRIVATE -Wl,--no-undefined)
  endif()
  if(TARGET plugin_headers)
    target_precompile_headers(plugin_${name} REUSE_FROM plugin_headers)
  endif()
  if(PORTHOLE_PLUGIN_FOLDER)
    set_target_properties(plugin_${name} PROPERTIES LIBRARY_OUTPUT_DIRECTORY ${PORTHOLE_PLUGIN_FOLDER})
    # Whoever links the gatherer expects to find them.
    add_dependencies(gatherer plugin_${name})
  endif()
  if(PORTHOLE_PLUGIN_DESTINATION)
    install(TARGETS plugin_${name} LIBRARY DESTINATION ${PORTHOLE_PLUGIN_DESTINATION})
  endif()
endfunction()
