# cpack -G DEB: Debian packages, one for each component of PortholeInstall.cmake; docs/releasing.md has the steps.
set(PORTHOLE_MAINTAINER "$ENV{DEBFULLNAME} <$ENV{DEBEMAIL}>" CACHE STRING "Maintainer of the Debian packages: NAME <ADDRESS>")
if(PORTHOLE_MAINTAINER MATCHES "^ *<|<>")
  set(PORTHOLE_MAINTAINER "Porthole maintainers <maintainers@porthole.invalid>")
endif()

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME porthole)
set(CPACK_PACKAGE_CONTACT "${PORTHOLE_MAINTAINER}")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_OUTPUT_FILE_PREFIX ${PROJECT_BINARY_DIR}/packages)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ
  WORLD_EXECUTE)
set(CPACK_COMPONENTS_GROUPING IGNORE)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SECTION web)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_ENABLE_COMPONENT_DEPENDS ON)

# Breaks `text` into lines of at most 76 characters.
function(porthole_wrap text out)
  string(REPLACE " " ";" words "${text}")
  set(lines "")
  set(line "")
  foreach(word ${words})
    string(LENGTH "${line} ${word}" length)
    if(length GREATER 76)
      string(APPEND lines "${line}\n")
      set(line "${word}")
    else()
      string(STRIP "${line} ${word}" line)
    endif()
  endforeach()
  set(${out} "${lines}${line}" PARENT_SCOPE)
endfunction()

porthole_wrap("Porthole crawls the part of the web that is about one subject, given by words or example pages, and serves a \
search page for it. It is one program without other servers." about)
set(CPACK_COMPONENTS_ALL runtime dev postgresql console)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_NAME porthole)
set(CPACK_COMPONENT_RUNTIME_DESCRIPTION "search engine for one subject, with its own crawler\n${about}")
set(CPACK_DEBIAN_RUNTIME_PACKAGE_DEPENDS "ca-certificates, systemd-standalone-sysusers | systemd")
set(CPACK_DEBIAN_RUNTIME_PACKAGE_CONTROL_EXTRA
  "${PROJECT_SOURCE_DIR}/packaging/debian/postinst;${PROJECT_SOURCE_DIR}/packaging/debian/prerm;${PROJECT_SOURCE_DIR}/packaging/debian/postrm")
set(CPACK_DEBIAN_DEV_PACKAGE_NAME porthole-dev)
set(CPACK_DEBIAN_DEV_PACKAGE_SECTION libdevel)
set(CPACK_COMPONENT_DEV_DEPENDS runtime)
set(CPACK_COMPONENT_DEV_DESCRIPTION "headers and libraries for plug-ins of Porthole\n${about}\n\
This package has what plug-ins for further formats, protocols and crawl\n\
strategies are built with.")
set(CPACK_DEBIAN_DEV_PACKAGE_DEPENDS "g++, cmake, libpoco-dev, libexpected-dev, libicu-dev, libpsl-dev, libxxhash-dev, pkgconf")

set(CPACK_DEBIAN_POSTGRESQL_PACKAGE_NAME porthole-postgresql)
set(CPACK_COMPONENT_POSTGRESQL_DEPENDS runtime)
set(CPACK_COMPONENT_POSTGRESQL_DESCRIPTION "repositories of Porthole in PostgreSQL\n${about}\n\
This package keeps a collection in a database of PostgreSQL, on which\n\
several gatherers can work together.")
set(CPACK_DEBIAN_POSTGRESQL_PACKAGE_SUGGESTS postgresql)  # docs/scale.md

set(CPACK_DEBIAN_CONSOLE_PACKAGE_NAME porthole-console)
set(CPACK_COMPONENT_CONSOLE_DEPENDS runtime)
set(CPACK_COMPONENT_CONSOLE_DESCRIPTION "console of Porthole in the browser\n${about}\n\
This package has the pages on which a collection is watched, controlled and\n\
grown.")

set(recommended porthole-console)
foreach(name ${PORTHOLE_PLUGIN_PACKAGES})
  set(built ${PORTHOLE_PACKAGE_${name}_PLUGINS})
  list(TRANSFORM built PREPEND plugin_)
  list(GET built 0 first)
  if(NOT TARGET ${first})  # its library is missing here
    continue()
  endif()
  string(TOUPPER plugin-${name} upper)
  list(APPEND CPACK_COMPONENTS_ALL plugin-${name})
  list(APPEND recommended porthole-plugin-${name})
  set(CPACK_DEBIAN_${upper}_PACKAGE_NAME porthole-plugin-${name})
  set(CPACK_COMPONENT_${upper}_DEPENDS runtime)
  porthole_wrap("This plug-in reads ${PORTHOLE_PACKAGE_${name}_READS}." reads)
  set(CPACK_COMPONENT_${upper}_DESCRIPTION "plug-in of Porthole: ${name}\n${about}\n${reads}")
  set(programs ${PORTHOLE_PACKAGE_${name}_PROGRAMS})
  list(TRANSFORM programs REPLACE "^.*:" "")
  list(REMOVE_DUPLICATES programs)
  list(JOIN programs ", " CPACK_DEBIAN_${upper}_PACKAGE_DEPENDS)
endforeach()
list(JOIN recommended ", " CPACK_DEBIAN_RUNTIME_PACKAGE_RECOMMENDS)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SUGGESTS "porthole-dev, porthole-postgresql")

# Adds copyright and changelog to each package, compresses manual pages, strips libraries and programs (those of arm64
# are read by its strip alone).
set(CPACK_PRE_BUILD_SCRIPTS ${PROJECT_SOURCE_DIR}/packaging/debian/complete.cmake)
set(CPACK_PORTHOLE_SOURCE ${PROJECT_SOURCE_DIR})
set(CPACK_PORTHOLE_STRIP ${CMAKE_STRIP})
set(CPACK_VERBATIM_VARIABLES ON)
include(CPack)
