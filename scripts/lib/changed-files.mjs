import { spawnSync } from "node:child_process"
import { existsSync } from "node:fs"
import { Failure } from "./failure.mjs"
import { inProject, root } from "./project.mjs"

/** @param {string[]} args */
function git(...args) {
  const { status, stdout, stderr, error } = spawnSync("git", ["-c", "core.quotepath=off", ...args], { cwd: root, encoding: "utf8" })
  if (error) throw new Failure("npm run check 需要 git，没有找到它。", { cause: error })
  return { ok: status === 0, lines: stdout.split("\n").filter(Boolean), message: stderr.trim() }
}

/** Returns the commit where this branch diverged from the main branch, or HEAD on the main branch itself or if there is no main branch. */
function branchPoint() {
  for (const main of ["main", "origin/main"]) {
    const base = git("merge-base", "HEAD", main)
    if (base.ok && base.lines[0]) return base.lines[0]
  }
  return "HEAD"
}

/**
 * Returns the paths that differ from `base` (default: where the branch diverged from main), committed or not, and untracked files. Deleted
 * files are left out.
 * @param {string} [base]
 */
export function changedFiles(base = branchPoint()) {
  const differing = git("diff", "--name-only", "--no-renames", base, "--")
  if (!differing.ok) throw new Failure(`git 找不到 ${base}：${differing.message}`)
  const untracked = git("ls-files", "--others", "--exclude-standard")
  return [...new Set([...differing.lines, ...untracked.lines])].filter((path) => existsSync(inProject(path))).sort()
}
