import { once } from "node:events"
import { existsSync } from "node:fs"
import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { endGroup } from "../process-groups"
import { detectSandbox, type SandboxTools } from "../sandbox/sandbox-detection"
import { launchChild } from "./child-launch"

/*
 * A hostile child: it replaces our program and tries what a compromised parser would try. It reports which attempts succeeded.
 * Without a sandbox all of them succeed, which proves that each attempt is a real one.
 */
const attempts = `
import { appendFileSync, readFileSync, readdirSync, writeFileSync } from "node:fs"
import { connect } from "node:net"
import { execFileSync } from "node:child_process"
const reached = (options) => new Promise((done) => {
  const socket = connect(options, () => { socket.destroy(); done() }).on("error", () => done(new Error("refused")))
})
process.on("message", async ({ secret, folder, parent, port, socket, shown }) => {
  const tries = {
    "reads a file of the data folder": () => readFileSync(secret),
    "lists the data folder": () => readdirSync(folder),
    "writes into the data folder": () => writeFileSync(folder + "/written", "x"),
    "reads /etc/passwd": () => readFileSync("/etc/passwd"),
    "reads the environment of the server": () => readFileSync("/proc/" + parent + "/environ"),
    "sees the server": () => readFileSync("/proc/" + parent + "/cmdline"),
    "signals the server": () => process.kill(parent, 0),
    "connects to a port of this machine": async () => { const error = await reached({ host: "127.0.0.1", port }); if (error) throw error },
    "connects to a socket of this machine": async () => { const error = await reached({ path: socket }); if (error) throw error },
    "runs programs": () => execFileSync("/bin/sh", ["-c", "true"]),
    "changes its document": () => appendFileSync(shown, "x"),
    "has an environment": () => { if (!Object.keys(process.env).some((key) => !key.startsWith("NODE_CHANNEL_") && key !== "PWD")) throw new Error() },
  }
  const worked = []
  for (const [name, attempt] of Object.entries(tries)) {
    try { await attempt(); worked.push(name) } catch {}
  }
  process.send({ worked, uid: process.getuid?.(), document: readFileSync(shown, "utf8") })
})
`
const cache = join(dirname(fileURLToPath(import.meta.url)), "../../../../node_modules/.cache")
const tools = await detectSandbox()
const nothing: SandboxTools = { bubblewrap: null, setpriv: null, prlimit: null }
const unconfined = [
  "reads a file of the data folder",
  "lists the data folder",
  "writes into the data folder",
  "reads /etc/passwd",
  "reads the environment of the server",
  "sees the server",
  "signals the server",
  "connects to a port of this machine",
  "connects to a socket of this machine",
  "runs programs",
  "changes its document",
]
/** Without bubblewrap nothing protects the network, the process list and world-readable files. */
const nobodys = ["reads /etc/passwd", "sees the server", "connects to a port of this machine", "runs programs"]

let root = ""
let script = ""
const listener = createServer((socket) => socket.end())
const local = createServer((socket) => socket.end())
beforeAll(async () => {
  await mkdir(cache, { recursive: true })
  root = await mkdtemp(join(cache, "child-launch-test-"))
  await chmod(root, 0o755)
  script = join(root, "hostile.mjs")
  await writeFile(script, attempts)
  listener.listen(0, "127.0.0.1")
  local.listen(join(tmpdir(), `child-launch-${process.pid}.sock`))
  await Promise.all([once(listener, "listening"), once(local, "listening")])
})
afterAll(async () => {
  listener.close()
  local.close()
  await rm(root, { recursive: true, force: true })
})

type Answer = { worked: string[]; uid: number; document: string }

/** Starts the hostile program with a separate data folder, hands it a document, and returns what succeeded. */
const whatWorks = async (confined: SandboxTools): Promise<Answer> => {
  const folder = await mkdtemp(join(tmpdir(), "converter-data-"))
  const [secret, document] = [join(folder, "secret"), join(folder, "document.txt")]
  await writeFile(secret, "JWT", { mode: 0o600 })
  await writeFile(document, "春眠", { mode: 0o600 })
  const { process: child, exchange } = launchChild({ script, tools: confined, fontFolders: [], folder: join(folder, "tmp") })
  try {
    const address = listener.address()
    const port = typeof address === "object" ? address?.port : 0
    const visibleDocument = exchange ? await exchange.show(document) : document
    child.send({ secret, folder, parent: process.pid, port, socket: local.address(), shown: visibleDocument })
    const [answer] = (await once(child, "message")) as [Answer]
    return answer
  } finally {
    await endGroup(child)
    await exchange?.remove()
    await rm(folder, { recursive: true, force: true })
  }
}

describe("a compromised converter child [security: caged-children, 13.2.2]", () => {
  test("without a sandbox can do everything, but does not get the server's environment", async () => {
    expect((await whatWorks(nothing)).worked).toEqual(unconfined)
  })

  // bubblewrap, which `npm test` installs, may be present but denied its namespaces, as in many containers: the test reports that
  test("can only read its document if the system lets bubblewrap create a sandbox", async () => {
    const { bubblewrap, blocked, setpriv } = tools
    const answer = await whatWorks(tools)
    if (bubblewrap) expect(answer).toEqual({ worked: [], uid: 65534, document: "春眠" })
    else {
      expect(answer.worked).toEqual(setpriv ? nobodys : unconfined)
      expect(blocked ?? false).toBe(existsSync("/usr/bin/bwrap") || existsSync("/usr/local/bin/bwrap"))
    }
  })

  test("cannot reach files or send signals to the server as user nobody, which requires root", async () => {
    const { worked, uid, document } = await whatWorks({ ...tools, bubblewrap: null })
    expect(tools.setpriv !== null && process.getuid?.() !== 0, "only root gives up root").toBe(false)
    expect([uid, document]).toEqual([tools.setpriv ? 65534 : process.getuid?.(), "春眠"])
    expect(worked).toEqual(tools.setpriv ? nobodys : unconfined)
  })
})
