// This file must run on every Node version with ES modules: old syntax only, no imports.

/** Exits the process with one sentence if this Node version is too old for the project (engines in package.json). */
export function refuseOldNode() {
  var parts = process.versions.node.split(".").map(Number)
  var major = parts[0] || 0
  if (major > 20 || (major === 20 && (parts[1] || 0) >= 19)) return
  console.error("豆架需要 Node.js 20.19 或更新的版本，现在是 " + process.versions.node + "，请升级后再试（https://nodejs.org）。")
  process.exit(1)
}
