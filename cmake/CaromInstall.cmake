# find_package(carom) for others: the core library, its headers and the contract; with COMPONENTS io, scenes too; with
# COMPONENTS c, the C interface, as carom::c (static) and carom::shared. The rest of io stays inside the program until it has an interface worth promising.
include(CMakePackageConfigHelpers)
include(GNUInstallDirs)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/carom)
set(generated_dir ${PROJECT_BINARY_DIR}/cmake)

install(TARGETS carom carom_contract EXPORT carom-targets COMPONENT development
        INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/carom DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT development
        FILES_MATCHING PATTERN "*.hpp" PATTERN io EXCLUDE)
install(EXPORT carom-targets NAMESPACE carom:: DESTINATION ${package_dir} COMPONENT development)
if(TARGET carom_io)
  install(TARGETS carom_io EXPORT carom-io-targets COMPONENT development)
  install(FILES ${PROJECT_SOURCE_DIR}/include/carom/io/scene.hpp ${PROJECT_SOURCE_DIR}/include/carom/io/observe.hpp
                ${PROJECT_SOURCE_DIR}/include/carom/io/text_sink.hpp ${PROJECT_SOURCE_DIR}/include/carom/io/units.hpp
          DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/carom/io COMPONENT development)
  install(EXPORT carom-io-targets NAMESPACE carom:: DESTINATION ${package_dir} COMPONENT development)
endif()

if(TARGET carom_shared)
  install(TARGETS carom_c carom_shared EXPORT carom-c-targets COMPONENT development
          INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
  install(EXPORT carom-c-targets NAMESPACE carom:: DESTINATION ${package_dir} COMPONENT development)
  install(FILES ${PROJECT_SOURCE_DIR}/bindings/c/include/carom/carom.h
          DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/carom COMPONENT development)
  # What is installed may be moved: everything is found from where the file stands.
  file(RELATIVE_PATH prefix_from_pc /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
  set(CAROM_TBB "")
  if(CAROM_THREADS)
    set(CAROM_TBB "-ltbb ")
  endif()
  foreach(name carom carom-static)
    configure_file(${PROJECT_SOURCE_DIR}/bindings/c/${name}.pc.in ${generated_dir}/${name}.pc @ONLY)
    install(FILES ${generated_dir}/${name}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT development)
  endforeach()
endif()

configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/carom-config.cmake.in ${generated_dir}/carom-config.cmake
                              INSTALL_DESTINATION ${package_dir})
# Before 1.0 a minor version may change the interface.
write_basic_package_version_file(${generated_dir}/carom-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${generated_dir}/carom-config.cmake ${generated_dir}/carom-config-version.cmake
        DESTINATION ${package_dir} COMPONENT development)

if(TARGET carom_program)
  install(TARGETS carom_program COMPONENT program)
  # The page, where it has been built: carom play finds it there.
  install(DIRECTORY ${PROJECT_BINARY_DIR}/web/ DESTINATION ${CMAKE_INSTALL_DATADIR}/carom/web COMPONENT program OPTIONAL)
endif()

# cpack makes a Debian package of all of it: the program with the page, the libraries, the headers.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME carom)
set(CPACK_PACKAGE_CONTACT "the Carom authors")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_PACKAGE_DIRECTORY ${PROJECT_BINARY_DIR}/release)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "libtbb-dev, libfmt-dev, pkgconf")
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION
    "Finds the exact moment two things in the plane meet, and what happens next: the\n program carom with its page, the libraries for C and C++, and their headers.")
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/carom RENAME copyright COMPONENT program)
# Packages hold neither tests nor benchmarks, and need not wait for them: scripts/release builds what they hold.
set(CMAKE_SKIP_INSTALL_ALL_DEPENDENCY ON)
include(CPack)
