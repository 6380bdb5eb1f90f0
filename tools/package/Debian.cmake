# The Debian packages: rbcheck, and rbcheck-mpi for who has Open MPI.
#
#   make package        (cpack in the build directory)
#
# What the binaries need is computed by dpkg-shlibdeps. Who maintains a package is
# who builds it: DEBFULLNAME and DEBEMAIL, as Debian's own tools have it. CPack
# calls ldconfig for every shared object below lib, which does no harm.
find_program(RB_DPKG dpkg)
if(NOT RB_DPKG)
  return()
endif()

set(maintainer "$ENV{DEBFULLNAME} <$ENV{DEBEMAIL}>")
if(NOT DEFINED ENV{DEBFULLNAME} OR NOT DEFINED ENV{DEBEMAIL})
  set(maintainer "local build of rbcheck <root@localhost>")
endif()

# Files that only a package has. A date that everybody gets who builds the same.
set(date "Thu, 01 Jan 1970 00:00:00 +0000")
set(changelog "rbcheck (${PROJECT_VERSION}-1) unstable; urgency=medium

  * Version ${PROJECT_VERSION}.

 -- ${maintainer}  ${date}
")
set(debian "${CMAKE_CURRENT_BINARY_DIR}/debian")
file(CONFIGURE OUTPUT "${debian}/changelog.Debian" CONTENT "${changelog}" @ONLY)
add_custom_command(OUTPUT "${debian}/changelog.Debian.gz"
  COMMAND gzip -9nkf changelog.Debian
  DEPENDS "${debian}/changelog.Debian"
  WORKING_DIRECTORY "${debian}"
  VERBATIM)
add_custom_target(rb_debian ALL DEPENDS "${debian}/changelog.Debian.gz")
foreach(package rbcheck mpi)
  set(name ${package})
  if(package STREQUAL mpi)
    set(name rbcheck-mpi)
  endif()
  install(FILES "${debian}/changelog.Debian.gz" copyright
          DESTINATION share/doc/${name}
          COMPONENT debian-${package} EXCLUDE_FROM_ALL)
  configure_file(lintian-overrides "${debian}/overrides/${name}" @ONLY)
  install(FILES "${debian}/overrides/${name}"
          DESTINATION share/lintian/overrides
          COMPONENT debian-${package} EXCLUDE_FROM_ALL)
endforeach()
# Where Debian's zsh looks; what is not a package has site-functions.
install(FILES "${PROJECT_BINARY_DIR}/share/zsh/site-functions/_rbcheck"
        DESTINATION share/zsh/vendor-completions
        COMPONENT debian-rbcheck EXCLUDE_FROM_ALL)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_DIRECTORY "${PROJECT_BINARY_DIR}/package")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_PACKAGE_VERSION "${PROJECT_VERSION}")
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_MAINTAINER "${maintainer}")
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE
    OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)

# One package for each group of components.
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_GROUPING ONE_PER_GROUP)
set(CPACK_COMPONENTS_ALL rbcheck debian-rbcheck)
set(CPACK_COMPONENT_RBCHECK_GROUP rbcheck)
set(CPACK_COMPONENT_DEBIAN-RBCHECK_GROUP rbcheck)
set(CPACK_DEBIAN_RBCHECK_PACKAGE_NAME rbcheck)
set(CPACK_DEBIAN_RBCHECK_DESCRIPTION
"model checker for concurrent C and C++ programs
It runs a program in an interpreter, tries the ways its threads can
interleave, and remembers the states it has seen. It finds deadlocks, data
races, failed assertions and memory errors, and shows the interleaving that
leads there; or it says that there is none.")
# It compiles what it is given; rbexp is a script.
set(CPACK_DEBIAN_RBCHECK_PACKAGE_DEPENDS
    "clang-19, libstdc++-12-dev | libstdc++-dev, python3")
set(CPACK_DEBIAN_RBCHECK_PACKAGE_RECOMMENDS gdb)
set(CPACK_DEBIAN_RBCHECK_PACKAGE_SUGGESTS "rbcheck-mpi, librsvg2-bin")

if(TARGET rbcheck-mpi)
  list(APPEND CPACK_COMPONENTS_ALL mpi debian-mpi)
  set(CPACK_COMPONENT_MPI_GROUP mpi)
  set(CPACK_COMPONENT_DEBIAN-MPI_GROUP mpi)
  set(CPACK_DEBIAN_MPI_PACKAGE_NAME rbcheck-mpi)
  set(CPACK_DEBIAN_MPI_PACKAGE_DEPENDS
      "rbcheck (= ${PROJECT_VERSION}-1), openmpi-bin")
  set(CPACK_DEBIAN_MPI_DESCRIPTION
"model checker for concurrent programs, on many machines
What `mpirun -n N rbcheck` needs to check one program with N processes, on one
machine or on many.")
endif()

include(CPack)
