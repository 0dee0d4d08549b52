import { readFileSync } from "node:fs"

/**
 * Stops the process as on SIGTERM when the shell or npm process above it has ended. npm sends signals only to the shell in between, which
 * exits without forwarding them: a server would keep running and hold the port, an import its database.
 */
export function endWithNpm() {
  const statOf = (/** @type {number | string} */ pid) => {
    try {
      const [, name, parent] = /\((.*)\) \S (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, "utf8")) ?? []
      return { name, parent }
    } catch {
      return {}
    }
  }
  const above = () => {
    const { name = "", parent } = statOf(process.ppid)
    // Without a shell in between, only the parent is watched: the process above npm (a closed terminal) does not matter.
    return ["sh", "dash", "bash"].includes(name) ? `${process.ppid} ${parent}` : String(process.ppid)
  }
  const before = above()
  const timer = setInterval(() => {
    if (above() === before) return
    clearInterval(timer)
    process.kill(process.pid, "SIGTERM")
  }, 500)
  timer.unref()
}
