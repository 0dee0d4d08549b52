#!/usr/bin/env bash
# Assembles an OpenSearch for tests from its Maven artefacts, about 50 MB. Needs Java 17 or later, and Maven as a downloader, which uses
# the settings of this machine.
#   tools/opensearch/assemble.sh FOLDER
set -euo pipefail
version=${OPENSEARCH_VERSION:-2.19.6}
log4j=${LOG4J_VERSION:-2.25.4}
mkdir -p "${1:?usage: assemble.sh FOLDER}"
home=$(cd "$1" && pwd)
mkdir -p "$home"/{lib,modules,plugins,bin,tmp,logs}

# Copies artefacts (group:artifact:version) and what they need at run time: fetch TARGET ARTEFACT…
fetch() {
  local target=$1 project dependencies=""
  shift
  for artefact in "$@"; do
    IFS=: read -r group name number <<<"$artefact"
    dependencies+="<dependency><groupId>$group</groupId><artifactId>$name</artifactId><version>$number</version></dependency>"
  done
  project=$(mktemp -d)
  cat >"$project/pom.xml" <<POM
<project>
  <modelVersion>4.0.0</modelVersion><groupId>local</groupId><artifactId>opensearch</artifactId><version>1</version><packaging>pom</packaging>
  <dependencies>$dependencies</dependencies>
</project>
POM
  mvn -q -B -f "$project/pom.xml" dependency:copy-dependencies -DincludeScope=runtime -DoutputDirectory="$target"
  rm -r "$project"
}

# Adds a module: module NAME ARTIFACT CLASS < its security policy
module() {
  local folder="$home/modules/$1"
  mkdir -p "$folder"
  fetch "$folder" "org.opensearch.plugin:$2:$version"
  # The node refuses to start if a module repeats a library of the server.
  for jar in "$folder"/*.jar; do
    if [ -e "$home/lib/${jar##*/}" ]; then rm "$jar"; fi
  done
  cat >"$folder/plugin-descriptor.properties" <<PROPERTIES
name=$1
description=$1
classname=$3
version=$version
opensearch.version=$version
java.version=11
has.native.controller=false
PROPERTIES
  cat >"$folder/plugin-security.policy"
}

# The server's pom calls log4j-core optional, but the node does not start without it.
fetch "$home/lib" "org.opensearch:opensearch:$version" "org.opensearch:opensearch-plugin-classloader:$version" \
  "org.apache.logging.log4j:log4j-core:$log4j"
module transport-netty4 transport-netty4-client org.opensearch.transport.Netty4Plugin <<'POLICY'
grant codeBase "${codebase.netty-common}" {
  permission java.io.FilePermission "/proc/sys/net/core/somaxconn", "read";
  permission java.net.SocketPermission "*", "accept,connect";
  permission java.lang.RuntimePermission "setContextClassLoader";
};
grant codeBase "${codebase.netty-transport}" {
  permission java.util.PropertyPermission "sun.nio.ch.bugLevel", "write";
};
POLICY
# `_delete_by_query` is part of this module.
module reindex reindex-client org.opensearch.index.reindex.ReindexPlugin <<'POLICY'
grant {
  permission java.net.SocketPermission "*", "connect";
  permission java.lang.RuntimePermission "accessDeclaredMembers";
  permission java.lang.reflect.ReflectPermission "suppressAccessChecks";
};
POLICY
echo "OpenSearch $version: $home"
