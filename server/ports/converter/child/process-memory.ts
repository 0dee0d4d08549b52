import { execFile } from "node:child_process"
import { readFile } from "node:fs/promises"
import { platform } from "node:process"

/** Returns the resident memory of a process in MB; 0 if it is gone or cannot be measured (Windows). */
export async function residentMegabytes(pid: number): Promise<number> {
  if (platform === "linux") {
    const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "")
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024
  }
  if (platform === "win32") return 0
  return new Promise((resolve) => {
    execFile("ps", ["-o", "rss=", "-p", String(pid)], (error, output) => resolve(error ? 0 : Number(output) / 1024 || 0))
  })
}

/** Returns the resident memory in MB of a process and of everything it started: a child in a sandbox is a grandchild. */
export async function treeMegabytes(pid: number): Promise<number> {
  const ownMegabytes = residentMegabytes(pid)
  if (platform !== "linux") return ownMegabytes
  const listed = await readFile(`/proc/${pid}/task/${pid}/children`, "utf8").catch(() => "")
  const children = listed.split(" ").filter(Boolean).map(Number)
  return (await Promise.all([ownMegabytes, ...children.map(treeMegabytes)])).reduce((sum, one) => sum + one, 0)
}
