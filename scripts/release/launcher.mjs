/**
 * Returns the program `doujia` of a release: it runs the commands with the Node beside it, from every folder and through links.
 * @param {string} arch
 */
export const launcherOf = (arch) => `#!/bin/sh
# 豆架：./doujia help 列出全部命令
case "$(uname -sm)" in
  "Linux ${arch === "x64" ? "x86_64" : "aarch64"}") ;;
  *) echo "这个包只能在 linux-${arch} 上运行，这台机器是 $(uname -sm)。" >&2; exit 1 ;;
esac
here=$(dirname "$(readlink -f "$0")")
if ! "$here/node/bin/node" --version >/dev/null 2>&1; then
  echo "自带的 Node 在这台机器上运行不了：需要 glibc 2.28 以上（Debian 10、Ubuntu 20.04、RHEL 8 或更新），不支持 Alpine。" >&2
  exit 1
fi
exec "$here/node/bin/node" "$here/scripts/doujia.mjs" "$@"
`
