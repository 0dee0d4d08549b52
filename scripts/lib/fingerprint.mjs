import { createHash } from "node:crypto"
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { errorCodeOf } from "./failure.mjs"
import { inProject, mainBundle, root } from "./project.mjs"

/** The files that the build reads. Tests, samples and generated files (*.gen.*) do not affect the build. */
const sources = [
  "app",
  "components",
  "lib",
  "stores",
  "server",
  "public",
  "middleware.ts",
  "next.config.ts",
  "package.json",
  "package-lock.json",
  "tsconfig.json",
  "scripts/lib/build.mjs",
  "scripts/lib/compile-hint.mjs",
  "scripts/lib/style-sheets.mjs",
  "scripts/style-sheets.mjs",
  "scripts/antd-css.mjs",
  "scripts/antd-blocks.mjs",
  "scripts/lib/bundle.mjs",
]
const ignored = /(\.test\.tsx?|\.gen\.[a-z]+|\.md)$|^server\/samples\/files|^server\/ports\/[^/]+\/[^/]*\.suite\.ts$/

const stampFile = inProject(".next/doujia-build")

/** @param {string} path @returns {Generator<{ path: string, stat: import("node:fs").Stats }>} */
function* files(path) {
  const stat = statSync(root + path, { throwIfNoEntry: false })
  if (!stat || ignored.test(path)) return
  if (!stat.isDirectory()) yield { path, stat }
  else for (const name of readdirSync(root + path).sort()) yield* files(join(path, name))
}

/**
 * Computes one of two hashes: the quick one uses sizes and modification times, the `exact` one uses contents (a fresh checkout has new
 * times).
 * @param {boolean} exact
 */
function fingerprint(exact) {
  const hash = createHash("sha256")
  for (const source of sources) {
    for (const { path, stat } of files(source)) {
      hash.update(`${path}\n${stat.size}\n`)
      hash.update(exact ? readFileSync(root + path) : String(stat.mtimeMs))
    }
  }
  return hash.digest("hex")
}

/** Returns true if the last build was made from the current sources. */
export function buildReady() {
  if (!existsSync(stampFile) || !existsSync(mainBundle) || !existsSync(inProject(".next/BUILD_ID"))) return false
  const [quick, exact] = readFileSync(stampFile, "utf8").split(" ")
  if (quick === fingerprint(false)) return true
  if (exact !== fingerprint(true)) return false
  rememberBuild({ quick: fingerprint(false), exact })
  return true
}

/** Takes the fingerprint. Call it before a build, so that a file that changes during the build triggers a rebuild at the next start. */
export const takeFingerprint = () => ({ quick: fingerprint(false), exact: fingerprint(true) })

/** Returns the id of a build: equal sources have equal ids on every machine. @param {{ exact: string }} fingerprint */
export const buildIdOf = ({ exact }) => exact.slice(0, 20)

/** @param {{ quick: string, exact: string }} build */
export function rememberBuild({ quick, exact }) {
  try {
    writeFileSync(stampFile, `${quick} ${exact}`)
  } catch (error) {
    if (!["EACCES", "EROFS"].includes(String(errorCodeOf(error)))) throw error
  }
}

/** Deletes the fingerprint, so that a failed build is not mistaken for a complete one. */
export const forgetBuild = () => rmSync(stampFile, { force: true })
