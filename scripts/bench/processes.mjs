import { readdirSync, readFileSync } from "node:fs"

/** Linux counts a process's time in these, whatever the kernel was built with (USER_HZ). */
const ticksPerSecond = 100

function read(path) {
  try {
    return readFileSync(path, "utf8")
  } catch {
    return null // no /proc on this system, or the process is gone
  }
}

/** CPU milliseconds of a process with all its threads so far, null where the system does not say. */
export function cpuMs(pid) {
  const stat = read(`/proc/${pid}/stat`)
  if (!stat) return null
  // The name in parentheses may hold spaces: fields are counted behind it.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ")
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / ticksPerSecond
}

/** Resident memory in bytes, null where the system does not say. */
export function rss(pid) {
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(read(`/proc/${pid}/status`) ?? "")?.[1]
  return kilobytes ? Number(kilobytes) * 1024 : null
}

function childrenOf(pid) {
  let threads = []
  try {
    threads = readdirSync(`/proc/${pid}/task`)
  } catch {
    return []
  }
  return threads.flatMap((thread) => (read(`/proc/${pid}/task/${thread}/children`) ?? "").split(" ").filter(Boolean).map(Number))
}

/** A process and all that descend from it: number and name. */
export function processTree(pid) {
  const name = read(`/proc/${pid}/comm`)?.trim()
  if (name === undefined) return []
  return [{ pid, name }, ...childrenOf(pid).flatMap(processTree)]
}

/**
 * Watches the memory of a process and its children, at most `everyMs` late; answers the peak of all together and that
 * of the children, each null where the system does not say. PostgreSQL's processes are left out: the shared memory that
 * each of them counts as its own would be counted a dozen times.
 */
export function watchMemory(pid, everyMs = 100) {
  const peak = { all: null, children: null }
  const look = () => {
    const tree = processTree(pid).filter(({ name }) => !name.startsWith("postgres"))
    const sum = (processes) => processes.reduce((total, one) => total + (rss(one.pid) ?? 0), 0)
    const [own, children] = [sum(tree.slice(0, 1)), sum(tree.slice(1))]
    if (own === 0) return
    peak.all = Math.max(peak.all ?? 0, own + children)
    peak.children = Math.max(peak.children ?? 0, children)
  }
  const timer = setInterval(look, everyMs)
  look()
  return () => {
    clearInterval(timer)
    look()
    return peak
  }
}
