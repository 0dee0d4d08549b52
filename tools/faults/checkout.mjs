// A copy of a commit in a separate git worktree, in which faults are inserted and reverted.
import { execFileSync } from "node:child_process"
import { existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { Failure, messageOf } from "../../scripts/lib/failure.mjs"
import { inProject, root } from "../../scripts/lib/project.mjs"
import { makeTestFolder } from "../../scripts/lib/test-folder.mjs"
import { occurrences, pathPattern } from "./fault.mjs"

/** @typedef {import("./fault.mjs").Fault} Fault */

const productFolders = ["app", "components", "lib", "stores", "server"]
const isProduct = (/** @type {string} */ path) =>
  productFolders.includes(path.split("/")[0] ?? "") && /\.tsx?$/.test(path) && !/(\.(test|suite|fixture)\.|\/testing\/)/.test(path)
const isTest = (/** @type {string} */ path) => /\.test\.tsx?$/.test(path)

/** @param {string[]} args @param {string} folder */
const git = (args, folder = root) => {
  try {
    return execFileSync("git", args, {
      cwd: folder,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
      maxBuffer: 64 * 1024 * 1024,
    }).trim()
  } catch (error) {
    throw new Failure(`git ${args[0]} 没有成功：${messageOf(error).trim().split("\n").at(-1)}`, { cause: error })
  }
}

/** Checks out a copy of the commit, which uses the dependencies installed here. @param {string} commit */
export const openCheckout = (commit) => {
  if (!existsSync(inProject("node_modules"))) throw new Failure("还没有安装依赖，请先运行 npm ci。")
  const hash = git(["rev-parse", "--verify", `${commit}^{commit}`])
  const parent = makeTestFolder("faults")
  const folder = join(parent, "tree")
  const close = () => {
    rmSync(parent, { recursive: true, force: true })
    git(["worktree", "prune"])
  }
  try {
    git(["worktree", "add", "--detach", "--force", folder, hash])
    symlinkSync(inProject("node_modules"), join(folder, "node_modules"), "dir")
    return { commit: hash.slice(0, 8), folder, paths: git(["ls-files"], folder).split("\n"), close }
  } catch (error) {
    close()
    throw error
  }
}
/** @typedef {{ folder: string, paths: string[] }} Tree */

/** Returns the test files that are expected to notice the fault. @param {Tree} tree @param {Fault} fault */
export const testsOf = ({ paths }, { tests }) => {
  const patterns = tests.map(pathPattern)
  return paths.filter((path) => isTest(path) && patterns.some((pattern) => pattern.test(path))).toSorted()
}

/**
 * Returns the files that contain the fragment, with its positions in each. @param {Tree} tree @param {string} find @param {string[]} paths
 */
const filesWith = ({ folder }, find, paths) =>
  paths.flatMap((path) => {
    const text = readFileSync(join(folder, path), "utf8")
    const places = occurrences(text, find)
    return places.length ? [{ path, text, places }] : []
  })

/** Locates the fragment of the fault: in its file, or in the file to which it has moved. @param {Tree} tree @param {Fault} fault */
export const locate = (tree, fault) => {
  for (const { find, replace } of [fault, ...(fault.earlier ? [fault.earlier] : [])]) {
    const here = tree.paths.includes(fault.file) ? filesWith(tree, find, [fault.file]) : []
    const hits = here.length ? here : filesWith(tree, find, tree.paths.filter(isProduct))
    const count = hits.reduce((sum, { places }) => sum + places.length, 0)
    const [hit] = hits
    const [position] = hit?.places ?? []
    if (count > 1) throw new Failure(`${fault.name}：代码片段出现了 ${count} 次（${hits.map(({ path }) => path).join("、")}）：${find}`)
    if (hit && position)
      return { path: hit.path, text: hit.text, changed: hit.text.slice(0, position.from) + replace + hit.text.slice(position.to) }
  }
  throw new Failure(`${fault.name}：没有找到代码片段（原来在 ${fault.file}）：${fault.find}`)
}

/** Runs `work` while the fault is in the tree. @template T @param {Tree} tree @param {Fault} fault @param {() => Promise<T>} work */
export const withFault = async (tree, fault, work) => {
  const { path, text, changed } = locate(tree, fault)
  const file = join(tree.folder, path)
  writeFileSync(file, changed)
  try {
    return await work()
  } finally {
    writeFileSync(file, text)
  }
}
