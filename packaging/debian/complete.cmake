# Run by cpack between staging and packing: adds to each package what Debian requires beside the installed files, and
# overrides of lintian's warnings that do not apply.
# The date of the changelog is SOURCE_DATE_EPOCH, so that packages of the same sources are equal.
set(source ${CPACK_PORTHOLE_SOURCE})
execute_process(COMMAND date -u -R --date=@$ENV{SOURCE_DATE_EPOCH} OUTPUT_VARIABLE date OUTPUT_STRIP_TRAILING_WHITESPACE
  ERROR_QUIET)
if(NOT date)
  execute_process(COMMAND date -u -R OUTPUT_VARIABLE date OUTPUT_STRIP_TRAILING_WHITESPACE)
endif()
# dpkg-shlibdeps, which runs after this, looks for libraries of this architecture.
if(CPACK_DEBIAN_PACKAGE_ARCHITECTURE)
  set(ENV{DEB_HOST_ARCH} ${CPACK_DEBIAN_PACKAGE_ARCHITECTURE})
endif()
set(version ${CPACK_PACKAGE_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE})

# Installs a text of the sources with the mode of a package, whatever its mode there.
function(copy_text from to)
  file(COPY_FILE ${source}/${from} ${to})
  file(CHMOD ${to} PERMISSIONS OWNER_READ OWNER_WRITE GROUP_READ WORLD_READ)
endfunction()

function(run)
  execute_process(COMMAND ${ARGV} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

foreach(component ${CPACK_COMPONENTS_ALL})
  set(root ${CPACK_TEMPORARY_INSTALL_DIRECTORY}/${component}/usr)
  string(TOUPPER ${component} upper)
  set(package ${CPACK_DEBIAN_${upper}_PACKAGE_NAME})
  set(doc ${root}/share/doc/${package})
  file(MAKE_DIRECTORY ${doc})
  copy_text(packaging/debian/copyright ${doc}/copyright)
  file(WRITE ${doc}/changelog.Debian "porthole (${version}) unstable; urgency=medium

  * Release ${CPACK_PACKAGE_VERSION}; /usr/share/doc/porthole/changelog.gz lists the changes.

 -- ${CPACK_PACKAGE_CONTACT}  ${date}
")
  run(gzip -9n ${doc}/changelog.Debian)
  file(WRITE ${root}/share/lintian/overrides/${package} "\
# Debian's archive has no request for this package (ITP) that a first upload could close.
${package}: initial-upload-closes-no-bugs
")
  if(component STREQUAL runtime)
    copy_text(CHANGELOG.md ${doc}/changelog)
    run(gzip -9n ${doc}/changelog)
  endif()
  file(GLOB manuals ${root}/share/man/man*/*.[1-9])
  foreach(manual ${manuals})
    run(gzip -9n ${manual})
  endforeach()
  file(GLOB archives ${root}/lib/porthole/*.a)
  foreach(archive ${archives})
    run(${CPACK_PORTHOLE_STRIP} --strip-debug --remove-section=.comment --remove-section=.note --enable-deterministic-archives
      ${archive})
  endforeach()
  file(GLOB programs ${root}/bin/* ${root}/libexec/porthole/* ${root}/lib/porthole/plugins/*.so)
  foreach(program ${programs})
    run(${CPACK_PORTHOLE_STRIP} --strip-unneeded --remove-section=.comment --remove-section=.note ${program})
  endforeach()
endforeach()
