// Makes a Debian base file system for a container image, using this machine's apt settings and certificates.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { Failure } from "./failure.mjs"
import { run } from "./run.mjs"

export const suite = "bookworm"
export const certificates = "/etc/ssl/certs/ca-certificates.crt"
/** Environment variables that configure this machine's network access. */
const networkVariable = /^((https?|ftp|all|no)_proxy|npm_config_(registry|proxy|https_proxy|noproxy|strict_ssl))$/i
/** The sources of a new Debian machine. */
const plainSources = ["deb http://deb.debian.org/debian bookworm main", "deb http://deb.debian.org/debian-security bookworm-security main"]

/** Returns the names of the variables that a container needs for the network. */
export const networkVariables = () => Object.keys(process.env).filter((name) => networkVariable.test(name))

/** Returns the output of a program, and throws if the program fails. @param {string} program @param {string[]} args */
export async function outputOf(program, args) {
  const { code, output } = await run(program, args, { quiet: true })
  if (code !== 0) throw new Failure(`${program} 没有成功：\n${output.trim().split("\n").slice(-15).join("\n")}`)
  return output.trim()
}

/** Returns this machine's apt sources that are Debian's own, as lines of a sources.list. */
async function debianSources() {
  const format = "$(ORIGIN)|$(CREATED_BY)|deb $(REPO_URI) $(RELEASE) $(COMPONENT)"
  const lines = (await outputOf("apt-get", ["indextargets", "--format", format])).split("\n").map((line) => line.split("|"))
  const indexLines = lines.flatMap(([origin, kind, line]) => (origin === "Debian" && kind === "Packages" && line ? [line] : []))
  const ours = [...new Set(indexLines)].filter((line) => line.includes(` ${suite}`))
  if (ours.length === 0) throw new Failure(`这台机器的 apt 没有 Debian ${suite} 的软件源，请先运行 apt-get update。`)
  return `${ours.join("\n")}\n`
}

/**
 * Returns this machine's apt settings for downloads: proxies, credentials, checks. Downloaded packages are retained so that their size can
 * be measured.
 */
async function aptOptions() {
  const dump = await outputOf("apt-config", ["dump", "--format", '%f "%v";%n', "Acquire"])
  const chosen = dump.split("\n").filter((line) => !/^Acquire::(IndexTargets|Changelogs|CompressionTypes|cdrom)\b|^Acquire ""/.test(line))
  return [...chosen, 'APT::Keep-Downloaded-Packages "true";', 'Binary::apt-get::APT::Keep-Downloaded-Packages "true";', ""].join("\n")
}

/** Returns all certificates that this machine trusts, including those of a proxy. */
function trustedCertificates() {
  const paths = [process.env.NODE_EXTRA_CA_CERTS, process.env.SSL_CERT_FILE, certificates]
  const certificateTexts = [...new Set(paths)].filter((path) => path && existsSync(path)).map((path) => readFileSync(String(path), "utf8"))
  return [...new Set(certificateTexts)].join("\n")
}

/**
 * Writes this machine's settings for downloads into `folder`: `sources.list`, `apt.conf` and `certificates.crt`. @param {string} folder
 */
export async function writeSettings(folder) {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, "sources.list"), await debianSources())
  writeFileSync(join(folder, "apt.conf"), await aptOptions(), { mode: 0o600 })
  writeFileSync(join(folder, "certificates.crt"), trustedCertificates())
}

/**
 * Makes a base file system as a tar file. With `plain` it names Debian's own sources instead of this machine's.
 * @param {string} settings folder of `writeSettings` @param {string} file @param {{ plain?: boolean, packages?: string[] }} [options]
 */
export async function makeBase(settings, file, { plain = false, packages = [] } = {}) {
  const credentials = ["/etc/apt/auth.conf", "/etc/apt/auth.conf.d"].filter((path) => existsSync(path))
  const sources = plainSources.map((line) => `echo "${line}"`).join("; ")
  await outputOf("mmdebstrap", [
    "--mode=root",
    "--variant=minbase",
    `--aptopt=${join(settings, "apt.conf")}`,
    ...(packages.length ? [`--include=${packages.join(",")}`] : []),
    ...credentials.map((path) => `--setup-hook=copy-in ${path} /etc/apt`),
    ...(plain
      ? [
          "--customize-hook=rm -rf $1/etc/apt/auth.conf $1/etc/apt/auth.conf.d $1/etc/apt/apt.conf.d/99mmdebstrap",
          `--customize-hook=(${sources}) > $1/etc/apt/sources.list`,
        ]
      : []),
    suite,
    file,
    join(settings, "sources.list"),
  ])
}
