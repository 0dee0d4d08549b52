// Puts together the folder that a tarball contains.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { basename, dirname, join } from "node:path"
import { Failure } from "../lib/failure.mjs"
import { buildIdOf, takeFingerprint } from "../lib/fingerprint.mjs"
import { releaseFile } from "../lib/installed-release.mjs"
import { inProject, root } from "../lib/project.mjs"
import { run } from "../lib/run.mjs"
import { foreignBinaries, postgresFolder } from "./elf.mjs"
import { launcherOf } from "./launcher.mjs"
import { copyNode, copyPackages, installedPackages, nodeVersion } from "./packages.mjs"
import { launcherCommands, reproducible, withLauncher } from "./texts.mjs"

const { scripts } = JSON.parse(readFileSync(inProject("package.json"), "utf8"))
/** The files that the running site reads, beside its packages. */
const copied = [
  ...["package.json", "package-lock.json", "CHANGELOG.md", "LICENSE", "NOTICE", "README.md", ".env.example", "public", "dist/server"],
  ...["Dockerfile", "compose.yaml", "scripts/container"],
  ...["dist/sbom.cdx.json", "server/db/migrations", "server/ports/converter/resources", "server/modules/site/samples/content"],
  ...["scripts/lib", "scripts/systemd", "scripts/import/usage.mjs", "scripts/doujia.mjs"],
  ...launcherCommands.map((name) => String(scripts[name]).replace(/^node /, "")),
  ...["configuration", "install", "monitoring", "opensearch", "proxy", "storage", "webhooks"].map((name) => `docs/${name}.md`),
  ...["docs/openapi.json", "docs/images"],
]
const withoutTests = (/** @type {string} */ path) => !path.endsWith(".test.ts")
/** Parts of .next that belong to the machine of the build. */
const leftOut = /^(cache|diagnostics|types|trace|trace-build|doujia-build|.*\.nft\.json)$/

/** Replaces the text of each of these files. @param {string} folder @param {RegExp} names @param {(text: string) => string} change */
function rewrite(folder, names, change) {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (!entry.isFile() || !names.test(path)) continue
    const text = readFileSync(path, "utf8")
    const changed = change(text)
    if (changed !== text) writeFileSync(path, changed)
  }
}

/** @param {string} tree */
function copyPages(tree) {
  const from = inProject(".next")
  const filter = (/** @type {string} */ path) => !leftOut.test(path.slice(from.length + 1)) && !path.endsWith(".nft.json")
  cpSync(from, join(tree, ".next"), { recursive: true, filter })
  const buildId = readFileSync(join(from, "BUILD_ID"), "utf8")
  rewrite(join(tree, ".next"), /\.(json|js)$/, (text) => reproducible(text, root.slice(0, -1), buildId))
}

/** Next would need its compiler for a configuration in TypeScript. @param {string} tree */
async function writeConfiguration(tree) {
  const { build } = await import("esbuild")
  await build({ entryPoints: [inProject("next.config.ts")], outfile: join(tree, "next.config.mjs"), format: "esm", logLevel: "warning" })
}

/** Creates the links that the package's install script would create. @param {string} tree @param {string} arch */
function linkDatabase(tree, arch) {
  const native = join(tree, postgresFolder(arch))
  /** @type {{ source: string, target: string }[]} */
  const links = JSON.parse(readFileSync(join(native, "pg-symlinks.json"), "utf8"))
  for (const { source, target } of links) {
    const link = join(dirname(native), target)
    if (!existsSync(link)) symlinkSync(basename(source), link)
  }
}

/**
 * Writes the tree of one processor and checks its binaries. The project must be built.
 * @param {{ tree: string, cache: string, arch: string, version: string, commit: string }} options
 */
export async function writeTree({ tree, cache, arch, version, commit }) {
  rmSync(tree, { recursive: true, force: true })
  mkdirSync(tree, { recursive: true })
  for (const path of copied) cpSync(inProject(path), join(tree, path), { recursive: true, filter: withoutTests })
  rewrite(join(tree, "dist/server"), /\.mjs$/, withLauncher)
  rewrite(join(tree, "scripts"), /\.mjs$/, withLauncher)
  copyPages(tree)
  await writeConfiguration(tree)
  copyPackages(join(await installedPackages(cache, arch), "node_modules"), join(tree, "node_modules"))
  linkDatabase(tree, arch)
  await copyNode(cache, arch, join(tree, "node"))
  writeFileSync(join(tree, "doujia"), launcherOf(arch), { mode: 0o755 })
  const facts = { version, arch, commit, node: nodeVersion, build: buildIdOf(takeFingerprint()) }
  writeFileSync(join(tree, releaseFile), `${JSON.stringify(facts, null, 2)}\n`)
  const faults = foreignBinaries(tree, arch)
  if (faults.length) throw new Failure(`linux-${arch} 的包里有别的处理器的程序：\n${faults.slice(0, 20).join("\n")}`)
}

/**
 * Packs a tree: equal trees give equal bytes on every machine and at any time. Threads do not change zstd's output.
 * @param {string} tree @param {string} file @param {string} time of all files (ISO)
 */
export async function pack(tree, file, time) {
  const order = ["--sort=name", `--mtime=${time}`, "--owner=0", "--group=0", "--numeric-owner", "--mode=u+rwX,go+rX-w", "--format=gnu"]
  const compress = ["-I", "zstd -12 -T2"]
  const { code, output } = await run("tar", [...order, ...compress, "-cf", file, "-C", dirname(tree), basename(tree)], { quiet: true })
  if (code !== 0) throw new Failure(`打包没有成功：\n${output.trim()}`)
}
