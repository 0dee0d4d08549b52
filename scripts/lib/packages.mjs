import { createHash } from "node:crypto"
import { readFileSync, writeFileSync } from "node:fs"
import { errorCodeOf, Failure } from "./failure.mjs"
import { inProject, say } from "./project.mjs"
import { run } from "./run.mjs"

const stampFile = inProject("node_modules/.doujia-install")

/** @param {string} path */
function read(path) {
  try {
    return readFileSync(inProject(path), "utf8")
  } catch (error) {
    if (errorCodeOf(error) === "ENOENT") return null
    throw error
  }
}

/** Returns system and processor, on which binaries depend: a node_modules folder copied from another system counts as missing. */
const here = () => `${process.platform}-${process.arch}`
/**
 * The fields used here of an entry in npm's lock file.
 * @typedef {{ version?: string, integrity?: string, link?: boolean, dev?: boolean, optional?: boolean, devOptional?: boolean, peer?:
 * boolean, os?: string[], cpu?: string[] }} Entry
 */

const fits = (/** @type {string[] | undefined} */ list) =>
  !list || list.includes(process.platform) || list.includes(process.arch) || list.some((name) => name.startsWith("!"))

/**
 * Checks whether node_modules contains what the lock file requires. It reads the list that npm writes there when it finishes, so a manual
 * installation counts and an interrupted one does not.
 * @param {string} lock
 * @param {boolean} [withDev]
 */
function compare(lock, withDev = false) {
  const hidden = read("node_modules/.package-lock.json")
  if (!hidden) return { complete: false, hasDev: false }
  /** @type {Record<string, Entry>} */
  const lockEntries = JSON.parse(lock).packages
  /** @type {Record<string, Entry>} */
  const installedEntries = JSON.parse(hidden).packages
  const hasDev = Object.values(installedEntries).some((entry) => entry.dev)
  const complete = Object.entries(lockEntries).every(([path, entry]) => {
    if (path === "" || entry.link || entry.optional || entry.devOptional || entry.peer || (entry.dev && !withDev)) return true
    return installedEntries[path]?.version === entry.version && installedEntries[path]?.integrity === entry.integrity
  })
  const foreign = Object.values(installedEntries).some((entry) => entry.optional && !(fits(entry.os) && fits(entry.cpu)))
  return { complete: complete && !foreign, hasDev }
}

/**
 * Returns true if the dependencies are installed (with `withDev` also the test dependencies). Takes a few milliseconds.
 * @param {boolean} [withDev]
 */
export function packagesReady(withDev) {
  const lock = read("package-lock.json")
  if (!lock) throw new Failure("缺少 package-lock.json，请重新取得完整的项目文件。")
  const hash = `${createHash("sha256").update(lock).digest("hex")} ${here()}`
  const stamp = read("node_modules/.doujia-install")
  if (stamp === `${hash} full` || (stamp === `${hash} production` && !withDev)) return true
  if (!compare(lock, withDev).complete) return false
  remember(`${hash} ${withDev ? "full" : "production"}`)
  return true
}

/** @param {string} text */
function remember(text) {
  try {
    writeFileSync(stampFile, text)
  } catch {
    // A read-only installation: the comparison runs again at the next start.
  }
}

/**
 * Runs `npm ci`, which empties node_modules first. If only dev dependencies are missing, adds them to the existing packages, which a
 * running site may be using. Keeps dev dependencies that are already installed. A lock file that npm considers incomplete (see
 * complete-lock.mjs) fails the tests but not the start of a site, which then runs `npm install` with the same versions.
 * @param {boolean} [withDev]
 */
export async function installPackages(withDev) {
  const lock = read("package-lock.json") ?? ""
  const dev = withDev || compare(lock, true).hasDev
  say("正在安装依赖（第一次需要一两分钟）…")
  const added = withDev && compare(lock).complete
  let result = added ? await npm("install", "--no-save", "--include=dev") : await npm("ci", dev ? "--include=dev" : "--omit=dev")
  if (/EUSAGE/.test(result.output) && !withDev) result = await npm("install", "--no-save", dev ? "--include=dev" : "--omit=dev")
  if (result.code !== 0) throw new Failure(installSentence(result.output))
  if (!packagesReady(withDev)) throw new Failure("依赖没有装全，请删除 node_modules 后再试一次。")
}

/** @param {string[]} command */
function npm(...command) {
  const args = [...command, "--no-audit", "--no-fund", "--loglevel=error"]
  // Uses the npm that runs this script. Clears NODE_ENV, because npm would use it to decide on dev dependencies.
  const itself = process.env.npm_execpath?.endsWith(".js") ? process.env.npm_execpath : null
  return run(itself ? process.execPath : "npm", itself ? [itself, ...args] : args, { quiet: true, env: { NODE_ENV: "" } }).catch(
    (cause) => {
      throw new Failure("找不到 npm，请连同 Node.js 一起安装它。", { cause })
    },
  )
}

/** @param {string} output */
function installSentence(output) {
  if (/ENOSPC|no space left/i.test(output)) return "安装依赖失败：磁盘已满，请腾出空间后再试。"
  if (/EACCES|EPERM|EROFS/.test(output)) return "安装依赖失败：没有写入项目文件夹的权限，请用它所属的用户运行。"
  if (/ENOTFOUND|ECONNREFUSED|ETIMEDOUT|EAI_AGAIN|ECONNRESET/.test(output))
    return "安装依赖失败：连不上 npm 软件源，请检查网络或 npm config get registry。"
  const lines = output.split("\n").map((line) => line.replace(/^npm (error|ERR!)\s*/, "").trim())
  return `安装依赖失败：${lines.find((line) => line && !/^(npm warn|code )/.test(line)) ?? "npm 没有说明原因"}`
}
