// `node scripts/lib/complete-lock.mjs --write`: run it after every `npm install` that changed package-lock.json.
//
// A registry may have a package but not its variants for other systems. npm then omits those optional variants from the lock file, and `npm
// ci` rejects that lock file everywhere ("Missing: … from lock file"). The missing entries can be derived: the parent's
// optionalDependencies contain name and version, and the name contains system and processor.
import { readFileSync, writeFileSync } from "node:fs"
import { inProject } from "./project.mjs"

const systems = ["aix", "android", "darwin", "freebsd", "linux", "netbsd", "openbsd", "openharmony", "sunos", "win32"]
const processors = ["arm64", "arm", "ia32", "loong64", "mips64el", "ppc64", "riscv64", "s390x", "x64"]

/** @param {string} name */
function variantOf(name) {
  const words = name.split(/[/-]/)
  const os = systems.find((system) => words.includes(system))
  const cpu = processors.find((processor) => words.includes(processor))
  const libc = words.some((word) => word.startsWith("musl")) ? "musl" : words.some((word) => word.startsWith("gnu")) ? "glibc" : null
  return os && cpu ? { os: [os], cpu: [cpu], ...(os === "linux" && libc && { libc: [libc] }) } : null
}

const path = inProject("package-lock.json")
const lock = JSON.parse(readFileSync(path, "utf8"))
/** @type {string[]} */
const added = []
for (const [parent, entry] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    const modulePath = `node_modules/${name}`
    const variant = variantOf(name)
    if (!variant || !/^\d/.test(version) || lock.packages[modulePath] || lock.packages[`${parent}/${modulePath}`]) continue
    lock.packages[modulePath] = { version, ...variant, ...(entry.dev && { dev: true }), optional: true }
    added.push(`${name}@${version}`)
  }
}
const [top = "", ...rest] = Object.keys(lock.packages)
lock.packages = Object.fromEntries([top, ...rest.sort((a, b) => a.localeCompare(b, "en"))].map((key) => [key, lock.packages[key]]))
const write = process.argv.slice(2).join() === "--write"
if (write) writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`)
const summary = `${write ? "已补上" : "缺少"} ${added.length} 个：${added.join("、")}${write ? "" : "（加上 --write 会补上）"}`
console.log(added.length ? summary : "package-lock.json 是完整的")
