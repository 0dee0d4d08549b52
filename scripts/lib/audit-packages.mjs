import { readdirSync, readFileSync, statSync } from "node:fs"
import { join } from "node:path"
import { Failure } from "./failure.mjs"
import { inProject } from "./project.mjs"
import { readLockedPackages } from "./sbom.mjs"

/** @typedef {import("./sbom.mjs").LockedPackage} LockedPackage */
/**
 * The fields used here of an OSV record (https://ossf.github.io/osv-schema/).
 * @typedef {{ introduced?: string, fixed?: string, last_affected?: string }} Event
 * @typedef {{ package?: { ecosystem?: string, name?: string }, ranges?: { type?: string, events?: Event[] }[], versions?: string[] }} Affected
 * @typedef {{ id: string, summary?: string, withdrawn?: string, affected?: Affected[], database_specific?: { severity?: string } }} Advisory
 * @typedef {{ id: string, name: string, version: string, severity: string, summary: string, fixed: string, dev: boolean }} Finding
 */

/** Licences that the project does not link in (docs/decisions/242). */
const refusedLicence = /\bA?GPL/i

/**
 * Compares two versions by SemVer 2.0; build metadata is ignored.
 * @param {string} left @param {string} right
 */
export function compareVersions(left, right) {
  const parse = (/** @type {string} */ text) => {
    const [core = "", ...pre] = text.replace(/^v/, "").split("+", 1)[0]?.split("-") ?? []
    return { core: core.split(".").map(Number), pre: pre.join("-") }
  }
  const [a, b] = [parse(left), parse(right)]
  for (let index = 0; index < 3; index++) {
    const difference = (a.core[index] || 0) - (b.core[index] || 0)
    if (difference) return difference
  }
  if (!a.pre || !b.pre) return a.pre === b.pre ? 0 : a.pre ? -1 : 1
  const [x, y] = [a.pre.split("."), b.pre.split(".")]
  for (let index = 0; index < Math.max(x.length, y.length); index++) {
    const [one, two] = [x[index], y[index]]
    if (one === undefined || two === undefined) return one === undefined ? -1 : 1
    if (one === two) continue
    const numbers = [/^\d+$/.test(one), /^\d+$/.test(two)]
    if (numbers[0] && numbers[1]) return Number(one) - Number(two)
    if (numbers[0] !== numbers[1]) return numbers[0] ? -1 : 1
    return one < two ? -1 : 1
  }
  return 0
}

/** Checks whether a version lies in one of the ranges, or is listed. @param {Affected} affected @param {string} version */
function isAffected({ ranges = [], versions = [] }, version) {
  if (versions.includes(version)) return true
  return ranges.some(({ type, events = [] }) => {
    if (type !== "SEMVER" && type !== "ECOSYSTEM") return false
    let inside = false
    const sorted = [...events].sort((a, b) => compareVersions(placeOf(a), placeOf(b)))
    for (const { introduced, fixed, last_affected } of sorted) {
      if (introduced !== undefined && (introduced === "0" || compareVersions(version, introduced) >= 0)) inside = true
      if (fixed !== undefined && compareVersions(version, fixed) >= 0) inside = false
      if (last_affected !== undefined && compareVersions(version, last_affected) > 0) inside = false
    }
    return inside
  })
}

/** @param {Event} event */
const placeOf = ({ introduced, fixed, last_affected }) => introduced ?? fixed ?? last_affected ?? "0"

/**
 * Returns the advisories that concern these packages.
 * @param {readonly LockedPackage[]} packages @param {Iterable<Advisory>} advisories
 * @returns {Finding[]}
 */
export function findVulnerable(packages, advisories) {
  /** @type {Map<string, LockedPackage[]>} */
  const byName = new Map()
  for (const one of packages) byName.set(one.name, [...(byName.get(one.name) ?? []), one])
  /** @type {Finding[]} */
  const findings = []
  for (const { id, summary = "", withdrawn, affected = [], database_specific } of advisories) {
    if (withdrawn) continue
    for (const part of affected) {
      if (part.package?.ecosystem !== "npm") continue
      for (const { name, version, dev } of byName.get(part.package.name ?? "") ?? []) {
        if (!isAffected(part, version)) continue
        const fixed = (part.ranges ?? []).flatMap(({ events = [] }) => events.flatMap((event) => event.fixed ?? []))
        const later = fixed.filter((one) => compareVersions(one, version) > 0).sort(compareVersions)
        findings.push({ id, name, version, severity: database_specific?.severity ?? "", summary, fixed: later[0] ?? "", dev })
      }
    }
  }
  return findings
}

/**
 * Reads an OSV export: the folder or the ZIP that osv.dev offers for npm, one JSON file with an array, one record, or one record a line.
 * @param {string} path
 * @returns {Promise<Advisory[]>}
 */
export async function readAdvisories(path) {
  try {
    if (statSync(path).isDirectory()) {
      const names = readdirSync(path).filter((name) => name.endsWith(".json"))
      return names.flatMap((name) => recordsOf(readFileSync(join(path, name), "utf8")))
    }
    const bytes = readFileSync(path)
    if (bytes.subarray(0, 2).toString() !== "PK") return recordsOf(bytes.toString("utf8"))
    const { unzipSync, strFromU8 } = await import("fflate")
    const files = unzipSync(bytes, { filter: ({ name }) => name.endsWith(".json") })
    return Object.values(files).flatMap((content) => recordsOf(strFromU8(content)))
  } catch (cause) {
    throw new Failure(`读不出 ${path}：应为 OSV 导出的文件夹、ZIP 或 JSON。`, { cause })
  }
}

/** @param {string} text @returns {Advisory[]} */
function recordsOf(text) {
  const content = text.trim()
  if (!content) return []
  try {
    const parsed = JSON.parse(content)
    return Array.isArray(parsed) ? parsed : [parsed]
  } catch (error) {
    if (!content.includes("\n")) throw error
    return content
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line))
  }
}

/** @param {readonly LockedPackage[]} packages */
function licenceLines(packages) {
  /** @type {Map<string, number>} */
  const counts = new Map()
  for (const { license } of packages) counts.set(license || "（没有写）", (counts.get(license || "（没有写）") ?? 0) + 1)
  return [...counts].sort((a, b) => b[1] - a[1]).map(([license, count]) => `${String(count).padStart(5)}  ${license}`)
}

/**
 * `npm run audit -- packages [--osv FILE] [--dev]`: prints the licences of the lock file's packages and, with an OSV export, the known
 * vulnerabilities; exit code 1 if there is one or a licence is not allowed. Needs no network.
 * @param {string[]} args
 */
export async function auditPackages(args) {
  const at = args.indexOf("--osv")
  const file = at < 0 ? "" : args[at + 1]
  const rest = args.filter((_, index) => at < 0 || (index !== at && index !== at + 1))
  if (file === undefined || rest.some((arg) => arg !== "--dev")) throw new Failure("用法：npm run audit -- packages [--osv 文件] [--dev]")
  const packages = readLockedPackages(readFileSync(inProject("package-lock.json"), "utf8")).filter(
    ({ dev }) => !dev || rest.includes("--dev"),
  )
  console.log(`${packages.length} 个依赖包的许可证：`)
  for (const line of licenceLines(packages)) console.log(line)
  // of alternatives ("MIT OR GPL-3.0") one allowed licence is enough
  const refused = packages.filter(({ license, dev }) => !dev && license.split(/\s+OR\s+/).every((one) => refusedLicence.test(one)))
  for (const { name, version, license } of refused) console.log(`✗ ${name}@${version} 的许可证是 ${license}`)
  if (!file)
    console.log("没有给 OSV 导出（--osv 文件），没有查漏洞。从 https://osv-vulnerabilities.storage.googleapis.com/npm/all.zip 下载。")
  const advisories = file ? await readAdvisories(file) : []
  const findings = findVulnerable(packages, advisories)
  for (const { id, name, version, severity, summary, fixed, dev } of findings)
    console.log(`✗ ${name}@${version}${dev ? "（只用于测试）" : ""}  ${id} ${severity}  ${summary}${fixed ? `  修好的版本 ${fixed}` : ""}`)
  if (file) console.log(`对照了 ${advisories.length} 条通告，有 ${findings.length} 处。`)
  if (findings.length || refused.length) throw new Failure(`${findings.length} 个漏洞，${refused.length} 个不许用的许可证。`)
}
