import { readFileSync } from "node:fs"
import { inProject } from "./project.mjs"

/**
 * A package of the lock file. `dev`: only tests and tools use it.
 * @typedef {{ name: string, version: string, license: string, integrity: string, dev: boolean }} LockedPackage
 */

/**
 * Reads the packages of npm's lock file, each name and version once; one that the site uses is no `dev`.
 * @param {string} [text]
 * @returns {LockedPackage[]}
 */
export function readLockedPackages(text = readFileSync(inProject("package-lock.json"), "utf8")) {
  /** @type {Record<string, { version?: string, license?: unknown, integrity?: string, dev?: boolean, link?: boolean, name?: string }>} */
  const entries = JSON.parse(text).packages
  /** @type {Map<string, LockedPackage>} */
  const packages = new Map()
  for (const [path, entry] of Object.entries(entries)) {
    if (!path || entry.link || !entry.version) continue
    const name = entry.name ?? path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length)
    const key = `${name}@${entry.version}`
    const dev = Boolean(entry.dev) && (packages.get(key)?.dev ?? true)
    const license = licenceOf(entry.license) || packages.get(key)?.license || installedLicence(path)
    packages.set(key, { name, version: entry.version, license, integrity: entry.integrity ?? "", dev })
  }
  return [...packages.values()].sort((a, b) => (`${a.name}@${a.version}` < `${b.name}@${b.version}` ? -1 : 1))
}

/** Old packages write a list or an object instead of a text. @param {unknown} license @returns {string} */
function licenceOf(license) {
  if (Array.isArray(license)) return license.map(licenceOf).filter(Boolean).join(" OR ")
  if (typeof license === "object" && license !== null && "type" in license) return String(license.type)
  return typeof license === "string" ? license : ""
}

/** npm omits some licences in the lock file. @param {string} path */
function installedLicence(path) {
  try {
    const { license, licenses } = JSON.parse(readFileSync(inProject(`${path}/package.json`), "utf8"))
    return licenceOf(license ?? licenses)
  } catch {
    return ""
  }
}

/** Returns the package URL, e.g. `pkg:npm/%40tus/server@2.4.5`. @param {LockedPackage} one */
const purlOf = ({ name, version }) => `pkg:npm/${name.replace("@", "%40")}@${version}`

/** @param {string} license an SPDX id or expression */
const licencesOf = (license) => {
  if (!license) return {}
  return { licenses: [/^[\w.+-]+$/.test(license) ? { license: { id: license } } : { expression: license }] }
}

/** @param {string} integrity as npm writes it: `sha512-` and base64 */
const hashesOf = (integrity) => {
  const [, content = ""] = /^sha512-(.+)$/.exec(integrity) ?? []
  return content ? { hashes: [{ alg: "SHA-512", content: Buffer.from(content, "base64").toString("hex") }] } : {}
}

/**
 * Returns the software bill of materials of what runs on a server, as CycloneDX 1.6. It depends on the lock file alone, so equal builds have
 * equal lists.
 * @param {LockedPackage[]} packages
 * @param {{ name: string, version: string, license: string }} product
 */
export function sbomOf(packages, { name, version, license }) {
  return {
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: { component: { type: "application", "bom-ref": `${name}@${version}`, name, version, ...licencesOf(license) } },
    components: packages
      .filter(({ dev }) => !dev)
      .map((one) => ({
        type: "library",
        "bom-ref": purlOf(one),
        name: one.name,
        version: one.version,
        purl: purlOf(one),
        ...licencesOf(one.license),
        ...hashesOf(one.integrity),
      })),
  }
}
