// The packages of a release: production dependencies and Node, for a processor that need not be this machine's.
import { createHash } from "node:crypto"
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs"
import { join } from "node:path"
import { Failure } from "../lib/failure.mjs"
import { inProject, say } from "../lib/project.mjs"
import { run } from "../lib/run.mjs"

export const nodeVersion = "22.23.3"
/** SHA-512 of the npm packages with Node's official binaries (node@22 installs one of them). @type {Record<string, string>} */
const nodeIntegrity = {
  x64: "qHnz5tFsHoj/WM+uRENVjWONi5hVvmwrgq8A4V76KpuVNAc4+jwK8x4gwbobE9BtHNg/AKR2583eYorLF/c7ng==",
  arm64: "l3DAHZreylo+p9QXDtsOrjG2JXJqVzYXnAGmIQNOUNARcMppTO2cmewVQP+36tjJnSE+dzpMNtgW+c3oiDvXtA==",
}

/** Packages that only the build needs. */
const buildOnly =
  /^(typescript|@typescript|esbuild|@esbuild|@types|playwright|playwright-core|@playwright|@next\/swc-.*|caniuse-lite|\.bin)$/
/** Files that no program reads. */
const unread = /\.(map|d\.[cm]?ts|tsbuildinfo)$|\/next\/dist\/compiled\/next-devtools$/

/** Runs npm; throws its last lines. @param {string[]} args */
async function npm(...args) {
  const { code, output } = await run("npm", [...args, "--no-audit", "--no-fund", "--loglevel=error"], {
    quiet: true,
    env: { NODE_ENV: "" },
  })
  if (code !== 0) throw new Failure(`npm 没有成功：\n${output.trim().split("\n").slice(-10).join("\n")}`)
}

/**
 * Returns a folder with node_modules, as the lock file names them. It is reused while the lock file is the same. Install scripts do not run:
 * they belong to another machine, and the embedded database needs only the links that its list names (see tree.mjs).
 * @param {string} cache @param {string} arch
 */
export async function installedPackages(cache, arch) {
  const lock = readFileSync(inProject("package-lock.json"))
  const folder = join(cache, `packages-${arch}-${createHash("sha256").update(lock).digest("hex").slice(0, 12)}`)
  if (existsSync(folder)) return folder
  const unfinished = `${folder}.unfinished`
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { recursive: true })
  for (const name of ["package.json", "package-lock.json"]) cpSync(inProject(name), join(unfinished, name))
  say(`正在取得 linux-${arch} 的依赖…`)
  const target = ["--os=linux", `--cpu=${arch}`, "--libc=glibc"]
  await npm("ci", "--prefix", unfinished, "--omit=dev", "--ignore-scripts", ...target)
  renameSync(unfinished, folder)
  return folder
}

/** Copies the packages that run, without what only the build or an editor reads. @param {string} from @param {string} to */
export function copyPackages(from, to) {
  cpSync(from, to, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => {
      const name = path.slice(from.length + 1)
      return !unread.test(path) && !buildOnly.test(name) && name !== ".package-lock.json"
    },
  })
}

/** Puts Node's program and licence into `to`, checked against the pinned hash. @param {string} cache @param {string} arch @param {string} to */
export async function copyNode(cache, arch, to) {
  const name = `node-linux-${arch}`
  const file = join(cache, `${name}-${nodeVersion}.tgz`)
  mkdirSync(cache, { recursive: true })
  if (!existsSync(file)) await npm("pack", `${name}@${nodeVersion}`, "--pack-destination", cache)
  if (createHash("sha512").update(readFileSync(file)).digest("base64") !== nodeIntegrity[arch]) {
    rmSync(file)
    throw new Failure(`${name}@${nodeVersion} 和记录的哈希不一致，没有使用它。`)
  }
  mkdirSync(to, { recursive: true })
  const names = ["package/bin/node", "package/LICENSE"]
  const { code } = await run("tar", ["xzf", file, "-C", to, "--strip-components=1", ...names])
  if (code !== 0 || readdirSync(to).length !== 2) throw new Failure(`${name}@${nodeVersion} 里没有 Node。`)
}
