#!/usr/bin/env bash
# Starts a node of the OpenSearch that assemble.sh has made, on loopback, and prints its process id as soon as it answers.
#   tools/opensearch/start.sh FOLDER [PORT [NUMBER [NODES]]]
# One node: start.sh FOLDER. A cluster: start its nodes at the same time, for example
#   for n in 1 2 3; do tools/opensearch/start.sh FOLDER $((9199 + n)) $n 3 & done; wait
# HEAP is the memory of a node (default 512m). `kill PID` stops a node; its data stay in FOLDER/data-NUMBER.
set -euo pipefail
home=$(cd "${1:?usage: start.sh FOLDER [PORT [NUMBER [NODES]]]}" && pwd)
port=${2:-9200} number=${3:-1} nodes=${4:-1}
name="node-$number" config="$home/config-$number" data="$home/data-$number" heap=${HEAP:-512m}
# The nodes of a cluster find each other by these ports.
first=$((port - number + 101))
mkdir -p "$config" "$data" "$home/tmp" "$home/logs"

cat >"$config/log4j2.properties" <<'LOG'
status = error
appender.console.type = Console
appender.console.name = console
appender.console.layout.type = PatternLayout
appender.console.layout.pattern = [%d{ISO8601}][%-5p][%c{1.}] %m%n
rootLogger.level = info
rootLogger.appenderRef.console.ref = console
LOG
{
  cat <<YAML
cluster.name: doujia-test
node.name: $name
network.host: 127.0.0.1
http.port: $port
transport.port: $((first + number - 1))
path.data: $data
path.logs: $home/logs
cluster.routing.allocation.disk.threshold_enabled: false
YAML
  if [ "$nodes" = 1 ]; then
    echo "discovery.type: single-node"
  else
    echo "discovery.seed_hosts:"
    for n in $(seq "$nodes"); do echo "  - 127.0.0.1:$((first + n - 1))"; done
    echo "cluster.initial_cluster_manager_nodes:"
    for n in $(seq "$nodes"); do echo "  - node-$n"; done
  fi
} >"$config/opensearch.yml"

# OpenSearch refuses to run as root.
run=()
if [ "$(id -u)" = 0 ]; then
  id opensearch >/dev/null 2>&1 || useradd --system --no-create-home opensearch
  chown -R opensearch "$config" "$data" "$home/tmp" "$home/logs"
  run=(setpriv --reuid opensearch --regid "$(id -g opensearch)" --clear-groups)
fi
log="$home/output-$number.txt"
setsid "${run[@]}" "${JAVA_HOME:+$JAVA_HOME/bin/}java" "-Xms$heap" "-Xmx$heap" -Xss1m \
  -Djava.security.manager=allow -Djava.locale.providers=SPI,COMPAT -Djava.io.tmpdir="$home/tmp" -Dfile.encoding=UTF-8 -Djna.nosys=true \
  -Dio.netty.noUnsafe=true -Dio.netty.recycler.maxCapacityPerThread=0 -Dlog4j.shutdownHookEnabled=false -Dlog4j2.disable.jmx=true \
  -Dopensearch.path.home="$home" -Dopensearch.path.conf="$config" -Dopensearch.distribution.type=tar -Dopensearch.bundled_jdk=false \
  -cp "$home/lib/*" org.opensearch.bootstrap.OpenSearch >"$log" 2>&1 </dev/null &
pid=$!
for _ in $(seq 120); do
  if curl -fs "http://127.0.0.1:$port" >/dev/null; then
    echo "$pid"
    exit 0
  fi
  if ! kill -0 "$pid" 2>/dev/null; then
    tail -n 5 "$log" >&2
    exit 1
  fi
  sleep 1
done
kill "$pid"
echo "no answer within two minutes: $log" >&2
exit 1
