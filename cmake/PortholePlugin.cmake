# porthole_plugin(NAME SOURCE...): the target plugin_NAME, a plug-in NAME.so. In Porthole's own tree it
# is built into the program's plug-in folder; in an external project, into its build folder. Link further libraries
# with target_link_libraries(plugin_NAME PRIVATE ...).
#
# Only its two entry points are exported, to avoid symbol clashes between plug-ins. Undefined symbols are errors,
# since a missing function would end the process at its first call.
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
  if(COMMAND porthole_batches)
    porthole_batches(plugin_${name})
  endif()
  if(PORTHOLE_PLUGIN_FOLDER)
    set_target_properties(plugin_${name} PROPERTIES LIBRARY_OUTPUT_DIRECTORY ${PORTHOLE_PLUGIN_FOLDER})
    add_dependencies(all_plugins plugin_${name})
  endif()
  if(PORTHOLE_PLUGIN_DESTINATION)
    set(component runtime)
    if(PORTHOLE_COMPONENT_${name})
      set(component ${PORTHOLE_COMPONENT_${name}})
    endif()
    install(TARGETS plugin_${name} LIBRARY DESTINATION ${PORTHOLE_PLUGIN_DESTINATION} COMPONENT ${component})
  endif()
endfunction()
