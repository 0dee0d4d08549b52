import { spawn } from "node:child_process"
import { writeFileSync } from "node:fs"
import { createServer, type AddressInfo } from "node:net"
import { join } from "node:path"
import { isReady } from "./running-site"

/** How long the new version may take to migrate and to start (ms). */
const startMs = 60 * 60_000
const stopMs = 60_000

const freePort = () =>
  new Promise<number>((done, fail) => {
    const probe = createServer().once("error", fail)
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as AddressInfo
      probe.close(() => done(port))
    })
  })

const get = async (address: string, path: string): Promise<string> => {
  const reply = await fetch(address + path, { signal: AbortSignal.timeout(60_000), redirect: "manual" })
  const text = await reply.text()
  if (reply.status !== 200) throw new Error(`${path} 的应答是 ${reply.status}`)
  return text
}

/** Opens the pages that every visitor needs. @throws with the fault */
const visit = async (address: string): Promise<void> => {
  if (!(await get(address, "/")).includes("</html>")) throw new Error("首页不完整")
  JSON.parse(await get(address, "/api/v1/settings"))
  const list = JSON.parse(await get(address, "/api/v1/document/list?page=1&size=1")) as { document?: { uuid: string }[] }
  const [first] = list.document ?? []
  if (first && !(await get(address, `/document/${first.uuid}`)).includes("</html>")) throw new Error("文档的页面不完整")
}

/** The line of a program's output with the reason for its end, without the stack. */
const reasonIn = (output: string): string => {
  const lines = output.split("\n").filter((line) => line.trim() && !/^\s+at |^Node\.js v|^[\s{}]+$/.test(line))
  return lines.at(-1)?.trim() ?? ""
}

/** `onStart` gets the PID of the trial before it opens the data folder; `log` is the file for its output. */
type Trial = { root: string; dataDir: string; configuration: Record<string, string>; log: string; onStart: (pid: number) => void }

/**
 * Starts a version on a free port of this machine alone, without jobs, so that nothing writes; it migrates the database of DATABASE_URL.
 * Visits it and stops it. Returns what is wrong, "" if nothing is.
 */
export const tryVersion = async ({ root, dataDir, configuration, log, onStart }: Trial): Promise<string> => {
  const port = await freePort()
  const child = spawn(process.execPath, [join(root, "dist", "server", "main.mjs")], {
    cwd: root,
    env: {
      ...configuration,
      DATA_DIR: dataDir,
      HOST: "127.0.0.1",
      PORT: String(port),
      PROCESS_MODE: "web",
      // what the trial writes may be rolled back
      ARCHIVE_TO: "",
      WEB_CONCURRENCY: "1",
      LAME_DUCK_SECONDS: "0",
      SAMPLES: "false",
      NODE_ENV: "production",
    },
    stdio: ["ignore", "pipe", "pipe"],
  })
  if (child.pid) onStart(child.pid)
  let output = ""
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text) => (output = (output + text).slice(-100_000)))
  let hasEnded = false
  const ended = new Promise<void>((done) =>
    child.once("close", () => {
      hasEnded = true
      done()
    }),
  )
  child.on("error", (error) => (output += error.message))
  const address = `http://127.0.0.1:${port}`
  try {
    if (!(await isReady(address, startMs, () => hasEnded)))
      return hasEnded ? `没能启动：${reasonIn(output)}（全部输出在 ${log}）` : "一直没有准备好"
    return await visit(address).then(
      () => "",
      (error: Error) => error.message,
    )
  } finally {
    child.kill("SIGTERM")
    const late = setTimeout(() => child.kill("SIGKILL"), stopMs)
    if (!hasEnded) await ended
    clearTimeout(late)
    writeFileSync(log, output, { mode: 0o600 })
  }
}
