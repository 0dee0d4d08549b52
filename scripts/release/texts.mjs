import { createHash } from "node:crypto"

/** The commands of the launcher: the scripts of package.json that run in a release. */
export const launcherCommands = [
  "start",
  "doctor",
  "admin",
  "audit",
  "ledger",
  "backup",
  "restore",
  "upgrade",
  "storage",
  "import",
  "service",
]

/**
 * Replaces npm's commands in messages by the launcher's: a release has no npm. `${…}` is a placeholder in a template.
 * @param {string} text
 */
export const withLauncher = (text) =>
  text.replace(/npm (?:(start)\b|run ([a-z]+\b|\$\{\w+\}))( -- )?/g, (whole, start, name = start, options = "") =>
    launcherCommands.includes(name) || name.startsWith("$") ? `./doujia ${name}${options && " "}` : whole,
  )

/**
 * Returns the section of one version from the change log, without its heading. @param {string} log @param {string} version
 * @throws {Error} if there is none
 */
export function notesOf(log, version) {
  const [, section] = log.split(new RegExp(`^## ${version.replaceAll(".", "\\.")}$`, "m"))
  const text = section?.split(/^## /m)[0]?.trim()
  if (!text) throw new Error(`CHANGELOG.md 里没有 ${version} 这一节。`)
  return text
}

/** Random keys that Next writes into every build. The site uses neither preview mode nor server actions, which they belong to. */
const keyNames = ["previewModeId", "previewModeSigningKey", "previewModeEncryptionKey", "encryptionKey"]

/**
 * Replaces what differs between two builds of equal sources: Next's random keys and the folder of the build (docs/decisions/291).
 * @param {string} text a file of .next @param {string} folder of the build, without a slash at the end @param {string} buildId
 */
export function reproducible(text, folder, buildId) {
  const keys = text.replace(/(\\?"(\w+)\\?":\s*\\?")([A-Za-z0-9+/=]+)(?=\\?")/g, (whole, before, name, value) => {
    if (!keyNames.includes(name)) return whole
    const hash = createHash("sha256").update(`${name} ${buildId}`).digest()
    return before + (name === "encryptionKey" ? hash.toString("base64") : hash.toString("hex").slice(0, value.length))
  })
  return keys.replaceAll(folder, "/doujia")
}
