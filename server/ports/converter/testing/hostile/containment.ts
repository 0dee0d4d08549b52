import { readdir, readFile } from "node:fs/promises"
import { createServer, type Socket } from "node:net"
import { tmpdir } from "node:os"
import { residentMegabytes } from "../../child/process-memory"
import { ConversionError, type ConverterPort, conversionMessages } from "../../converter.port"
import { childCommands, convertBytes } from "../conversion.fixture"
import { svgFaults } from "../svg-whitelist"
import type { HostileFile } from "./hostile-file"
import { SECRET } from "./link-files"

/** Starts a listener on IPv4 and, if the machine has it, IPv6, and returns URLs with every spelling of this machine's address. */
export async function startListener(): Promise<{ urls: string[]; calls(): number; close(): Promise<void> }> {
  let calls = 0
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    calls += 1
    sockets.add(socket)
    socket.end("HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n")
  })
  const listen = (host: string) =>
    new Promise<void>((resolve, reject) =>
      server
        .once("error", reject)
        .listen(0, host, resolve)
        .once("listening", () => server.off("error", reject)),
    )
  await listen("::").catch(() => listen("0.0.0.0"))
  const address = server.address()
  const port = typeof address === "object" && address ? address.port : 0
  const hosts = ["127.0.0.1", "localhost", "[::1]", "0.0.0.0", "2130706433", "0x7f000001", "127.1", "[::ffff:127.0.0.1]"]
  return {
    urls: hosts.map((host) => `http://${host}:${port}/x.png`),
    calls: () => calls,
    close: () => {
      for (const socket of sockets) socket.destroy()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

const parentOf = async (pid: number): Promise<number> => {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "")
  return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1])
}

/** Returns this process's living descendants. `known` caches parents, so that frequent callers read only the new processes. */
export async function descendants(parentCache = new Map<number, number>()): Promise<number[]> {
  const living = (await readdir("/proc").catch(() => [])).map(Number).filter(Number.isInteger)
  const children = new Map<number, number[]>()
  for (const pid of living) {
    const parent = parentCache.get(pid) ?? (await parentOf(pid))
    parentCache.set(pid, parent)
    children.set(parent, [...(children.get(parent) ?? []), pid])
  }
  const pids: number[] = []
  for (const queue = [...(children.get(process.pid) ?? [])]; queue.length > 0;) {
    const pid = queue.pop() ?? 0
    pids.push(pid)
    queue.push(...(children.get(pid) ?? []))
  }
  return pids
}

/** Measures the peak memory (MB) of a single descendant, sampled ten times a second. */
export function watchMemory(): () => number {
  let peak = 0
  const parentCache = new Map<number, number>()
  const timer = setInterval(() => {
    void descendants(parentCache).then(async (pids) => {
      for (const pid of pids) peak = Math.max(peak, await residentMegabytes(pid))
    })
  }, 100)
  return () => {
    clearInterval(timer)
    return peak
  }
}

/** Returns the files that a converter left behind. Folders of other tests are ignored. */
export async function temporaryFiles(): Promise<string[]> {
  const names = await readdir(tmpdir())
  return names.filter((name) => /^(converter-|lu\d|OSL_PIPE|soffice|macro-was-here|ocr|.*\.tmp$)/.test(name)).sort()
}

export type Ending = { outcome: string; seconds: number; faults: string[]; headings: string[] }

/**
 * Converts one hostile file; returns the outcome and all detected faults. `alone`: no other conversion is running, so a LibreOffice
 * process that is left is a fault.
 */
export async function meet(
  converter: ConverterPort,
  file: HostileFile,
  timeoutMs: number,
  { alone = true, maxPages = 30 } = {},
): Promise<Ending> {
  const content = await file.make()
  const started = Date.now()
  const faults: string[] = []
  const headings: string[] = []
  const outcome = await convertBytes(converter, file.name, content, { timeoutMs, maxPages }).then(
    ({ svgs, text, outline, pages }) => {
      faults.push(...svgs.flatMap(svgFaults))
      headings.push(...outline.map(({ title }) => title))
      if ([...svgs, text, JSON.stringify(outline)].some((part) => part.includes(SECRET))) faults.push("a file of this machine came out")
      return pages.length > 0 ? "shown" : "no pages"
    },
    (error: unknown) => {
      if (!(error instanceof ConversionError)) return `threw ${String(error)}`
      if (error.message !== conversionMessages[error.reason]) faults.push(`says ${error.message}`)
      return error.reason
    },
  )
  const left = alone ? (await childCommands()).filter((line) => /soffice/.test(line)) : []
  if (left.length > 0) faults.push(`still running: ${left.join()}`)
  return { outcome, seconds: (Date.now() - started) / 1000, faults, headings }
}
