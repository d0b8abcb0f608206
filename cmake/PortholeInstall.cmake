# cmake --install: the program, its sandbox program, the plug-ins (each adds itself), and the package for building
# external plug-ins, man pages and completion scripts.
install(TARGETS porthole RUNTIME DESTINATION bin)
install(TARGETS porthole-parser RUNTIME DESTINATION libexec/porthole)
install(TARGETS base plugin_support ARCHIVE DESTINATION lib/porthole)
install(DIRECTORY base plugins DESTINATION include/porthole FILES_MATCHING PATTERN "*.h"
  PATTERN "xml" EXCLUDE PATTERN "host" EXCLUDE PATTERN "protocols" EXCLUDE PATTERN "formats" EXCLUDE
  PATTERN "archive_reader.h" EXCLUDE)
install(FILES cmake/portholeConfig.cmake cmake/PortholePlugin.cmake DESTINATION lib/cmake/porthole)
install(DIRECTORY schemas DESTINATION share/porthole)
install(FILES examples/bot.html DESTINATION share/porthole/examples COMPONENT runtime)
install(DIRECTORY ${CMAKE_BINARY_DIR}/share/ DESTINATION share COMPONENT runtime)
