import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { brotliDecompressSync } from "node:zlib"
import { inProject } from "./project.mjs"

/**
 * Unpacks the Chromium of a package (`@sparticuz/chromium`) into `dist/`, once, and returns its path. These packages
 * contain a headless build for Linux on x64; null on other systems, and when the package is not installed.
 * @param {string} name the folder's name, for example `chromium-92` @param {string} [archive] the compressed binary
 */
export function olderChromium(name = "chromium-92", archive = inProject("node_modules/@sparticuz/chromium/bin/chromium.br")) {
  if (process.platform !== "linux" || process.arch !== "x64") return null
  const path = join(inProject("dist/browsers"), name)
  if (existsSync(path)) return path
  if (!existsSync(archive)) return null
  mkdirSync(inProject("dist/browsers"), { recursive: true })
  // replaced atomically: every worker of the tests may be the first
  const half = `${path}.${process.pid}`
  writeFileSync(half, brotliDecompressSync(readFileSync(archive)))
  chmodSync(half, 0o755)
  renameSync(half, path)
  return path
}
