# cmake --install: all that an installed program needs, in components: `runtime` (the program), `dev` (to build plug-ins
# with), and `plugin-NAME` (each plug-in adds itself; PortholePluginPackages.cmake).
include(CMakePackageConfigHelpers)

install(TARGETS porthole RUNTIME DESTINATION bin COMPONENT runtime)
# Found there by plugins/host/worker_process.cc, and the files below share/ by operations/program_file.cc.
install(TARGETS porthole-parser RUNTIME DESTINATION libexec/porthole COMPONENT runtime)
install(DIRECTORY examples/taxonomies examples/webbox DESTINATION share/porthole/examples COMPONENT runtime)
install(DIRECTORY schemas DESTINATION share/porthole COMPONENT runtime)

# Units that run a collection in /var/lib/porthole (docs/nightly.md), and the user that they run as. systemd looks for
# both below /usr/lib and /usr/local/lib.
install(FILES packaging/systemd/porthole-serve@.service packaging/systemd/porthole-update@.service
  packaging/systemd/porthole-update@.timer DESTINATION lib/systemd/system COMPONENT runtime)
install(FILES packaging/systemd/porthole.sysusers DESTINATION lib/sysusers.d RENAME porthole.conf COMPONENT runtime)

install(TARGETS base plugin_support ARCHIVE DESTINATION lib/porthole COMPONENT dev)
install(DIRECTORY base plugins DESTINATION include/porthole COMPONENT dev FILES_MATCHING PATTERN "*.h"
  PATTERN "xml" EXCLUDE PATTERN "json" EXCLUDE PATTERN "confinement" EXCLUDE PATTERN "host" EXCLUDE PATTERN "protocols" EXCLUDE PATTERN "formats" EXCLUDE
  PATTERN "archive_reader.h" EXCLUDE)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/portholeConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES cmake/portholeConfig.cmake cmake/PortholePlugin.cmake ${PROJECT_BINARY_DIR}/portholeConfigVersion.cmake
  DESTINATION lib/cmake/porthole COMPONENT dev)
install(DIRECTORY examples/plugin DESTINATION share/porthole/examples COMPONENT dev)

# Man pages and completion scripts, which the build writes, and a page about the crawler for site owners.
install(DIRECTORY ${CMAKE_BINARY_DIR}/share/ DESTINATION share COMPONENT runtime PATTERN porthole-console.1 EXCLUDE)
install(FILES ${CMAKE_BINARY_DIR}/share/man/man1/porthole-console.1 DESTINATION share/man/man1 COMPONENT console)
install(FILES examples/bot.html examples/general_words.txt DESTINATION share/porthole/examples COMPONENT runtime)
