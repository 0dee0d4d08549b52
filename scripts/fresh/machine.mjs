// Builds a machine from Debian packages and the npm registry, using this machine's apt and npm settings.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { Failure } from "../lib/failure.mjs"
import { say } from "../lib/project.mjs"
import { run } from "../lib/run.mjs"

const suite = "bookworm"
const nodePackage = "node@20"
/** Where npm installs Node; this folder comes first in PATH. */
const nodeFolder = "/opt/node"
const image = "doujia-fresh"
const certificates = "/etc/ssl/certs/ca-certificates.crt"
/** Environment variables that configure this machine's network access. */
const networkVariable = /^((https?|ftp|all|no)_proxy|npm_config_(registry|proxy|https_proxy|noproxy|strict_ssl))$/i

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

/** Returns the contents of npm's configuration files, with the path of the certificates in the container. */
async function npmSettings() {
  const files = await Promise.all(["globalconfig", "userconfig"].map((name) => outputOf("npm", ["config", "get", name])))
  const lines = files.filter((path) => existsSync(path)).flatMap((path) => readFileSync(path, "utf8").split("\n"))
  // Leaves out settings that name folders of this machine.
  const chosen = lines.filter((line) => line.trim() && !/^\s*(cafile|prefix|cache|nodedir|tmp|globalconfig|userconfig)\s*=/.test(line))
  return [...chosen, `cafile=${certificates}`, ""].join("\n")
}

/** Returns all certificates that this machine trusts, including those of a proxy. */
function trustedCertificates() {
  const paths = [process.env.NODE_EXTRA_CA_CERTS, process.env.SSL_CERT_FILE, certificates]
  const certificateTexts = [...new Set(paths)].filter((path) => path && existsSync(path)).map((path) => readFileSync(String(path), "utf8"))
  return [...new Set(certificateTexts)].join("\n")
}

const containerfile = `FROM scratch
ADD base.tar /
COPY npmrc /root/.npmrc
COPY fresh.conf /etc/apt/apt.conf.d/99fresh
RUN apt-get update -q && apt-get install -y -q --no-install-recommends npm git ca-certificates && apt-get clean
COPY certificates.crt ${certificates}
ENV NODE_EXTRA_CA_CERTS=${certificates} PATH=${nodeFolder}/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
RUN npm install --global --no-audit --no-fund --prefix ${nodeFolder} ${nodePackage} && rm -rf /root/.npm && node --version
`

/** @param {string} folder @param {string} root the project */
export function makeMachine(folder, root) {
  const storage = ["--root", join(folder, "storage"), "--runroot", join(folder, "run")]
  const context = join(folder, "context")

  const build = async () => {
    mkdirSync(context)
    writeFileSync(join(folder, "sources.list"), await debianSources())
    writeFileSync(join(context, "fresh.conf"), await aptOptions())
    writeFileSync(join(context, "npmrc"), await npmSettings(), { mode: 0o600 })
    writeFileSync(join(context, "certificates.crt"), trustedCertificates())
    writeFileSync(join(context, "Containerfile"), containerfile)
    say(`正在做一台新的机器：Debian ${suite}…`)
    const credentials = ["/etc/apt/auth.conf", "/etc/apt/auth.conf.d"].filter((path) => existsSync(path))
    await outputOf("mmdebstrap", [
      "--mode=root",
      "--variant=minbase",
      `--aptopt=${join(context, "fresh.conf")}`,
      ...credentials.map((path) => `--setup-hook=copy-in ${path} /etc/apt`),
      suite,
      join(context, "base.tar"),
      join(folder, "sources.list"),
    ])
    say(`正在安装 ${nodePackage}…`)
    await outputOf("buildah", [...storage, "bud", "--isolation", "chroot", "--network", "host", "--tag", image, context])
  }

  /**
   * Runs a shell command in a new container. The only part of the project in it is a repository at /fresh/repository.
   * @param {string} command
   */
  const runInside = (command) => {
    const variables = Object.keys(process.env).filter((name) => networkVariable.test(name))
    const settings = [
      ...["--network", "host", "--ulimit", "nofile=1024:1024", "--ulimit", "nproc=1024:1024"],
      ...variables.flatMap((name) => ["--env", name]),
      ...["--volume", `${join(folder, "repository")}:/fresh/repository:ro`],
    ]
    return run("podman", [...storage, "--runtime", "runc", "run", "--rm", ...settings, image, "sh", "-c", command])
  }

  const copyRepository = () => outputOf("git", ["clone", "-q", "--bare", "--depth", "1", `file://${root}`, join(folder, "repository")])

  return { build, runInside, copyRepository, storage }
}
