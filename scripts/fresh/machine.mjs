// Builds a machine from Debian packages and the npm registry, using this machine's apt and npm settings.
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { certificates, makeBase, networkVariables, outputOf, suite, writeSettings } from "../lib/debian.mjs"
import { say } from "../lib/project.mjs"
import { run } from "../lib/run.mjs"

const nodePackage = "node@20"
/** Where npm installs Node; this folder comes first in PATH. */
const nodeFolder = "/opt/node"
const image = "doujia-fresh"

/** Returns the contents of npm's configuration files, with the path of the certificates in the container. */
async function npmSettings() {
  const files = await Promise.all(["globalconfig", "userconfig"].map((name) => outputOf("npm", ["config", "get", name])))
  const lines = files.filter((path) => existsSync(path)).flatMap((path) => readFileSync(path, "utf8").split("\n"))
  // Leaves out settings that name folders of this machine.
  const chosen = lines.filter((line) => line.trim() && !/^\s*(cafile|prefix|cache|nodedir|tmp|globalconfig|userconfig)\s*=/.test(line))
  return [...chosen, `cafile=${certificates}`, ""].join("\n")
}

const containerfile = `FROM scratch
ADD base.tar /
COPY npmrc /root/.npmrc
COPY apt.conf /etc/apt/apt.conf.d/99fresh
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
    await writeSettings(context)
    writeFileSync(join(context, "npmrc"), await npmSettings(), { mode: 0o600 })
    writeFileSync(join(context, "Containerfile"), containerfile)
    say(`正在做一台新的机器：Debian ${suite}…`)
    await makeBase(context, join(context, "base.tar"))
    say(`正在安装 ${nodePackage}…`)
    await outputOf("buildah", [...storage, "bud", "--isolation", "chroot", "--network", "host", "--tag", image, context])
  }

  /**
   * Runs a shell command in a new container. The only part of the project in it is a repository at /fresh/repository.
   * @param {string} command
   */
  const runInside = (command) => {
    const settings = [
      ...["--network", "host", "--ulimit", "nofile=1024:1024", "--ulimit", "nproc=1024:1024"],
      ...networkVariables().flatMap((name) => ["--env", name]),
      ...["--volume", `${join(folder, "repository")}:/fresh/repository:ro`],
    ]
    return run("podman", [...storage, "--runtime", "runc", "run", "--rm", ...settings, image, "sh", "-c", command])
  }

  const copyRepository = () => outputOf("git", ["clone", "-q", "--bare", "--depth", "1", `file://${root}`, join(folder, "repository")])

  return { build, runInside, copyRepository, storage }
}
