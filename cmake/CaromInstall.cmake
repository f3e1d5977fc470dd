# find_package(carom) for others: the core library, its headers and the contract; with COMPONENTS io, scenes too. The
# rest of io stays inside the program until it has an interface worth promising.
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
  install(FILES ${PROJECT_SOURCE_DIR}/include/carom/io/scene.hpp DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/carom/io
          COMPONENT development)
  install(EXPORT carom-io-targets NAMESPACE carom:: DESTINATION ${package_dir} COMPONENT development)
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
