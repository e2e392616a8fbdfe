# The plugin is for the system's Clang 22, whose llvm-config-22 has to be in PATH.
vcpkg_download_distfile(archive
  URLS "@ADDRESS@/releases/ompscan-${VERSION}.tar.gz"
  FILENAME "ompscan-${VERSION}.tar.gz"
  SHA512 @SHA512@)
vcpkg_extract_source_archive(source ARCHIVE "${archive}")
vcpkg_cmake_configure(SOURCE_PATH "${source}"
  OPTIONS -DOMPSCAN_BUILD_TESTS=OFF -DOMPSCAN_MPI=OFF)
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(PACKAGE_NAME OmpScan CONFIG_PATH lib/cmake/OmpScan)
vcpkg_fixup_pkgconfig()
file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/debug/include")
vcpkg_install_copyright(FILE_LIST "${source}/LICENSE")
