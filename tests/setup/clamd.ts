import { spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync } from "node:fs"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { createServer, type AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { clamdAntivirus } from "../../server/ports/antivirus/clamd.antivirus"
import { closeAtTheEnd } from "./opened"
import { patience } from "./patience"

/** The standard test file of the trade, which every scanner reports and which harms nothing. */
export const eicar = String.raw`X5O!P%@AP[4\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*`

/** One line of an `.ndb` file: a name, any type of file, anywhere in it, the bytes. */
const signatureLine = (name: string, text: string) => `${name}:0:*:${Buffer.from(text).toString("hex")}`

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  await new Promise((done) => server.close(done))
  return port
}

/**
 * Starts a real clamd on a socket and a loopback port, with the signatures of these texts by name and no others, and nothing from the
 * network. Stopped when the file's tests end.
 */
export const startClamd = async (signatures: Record<string, string>, { streamMegabytes = 200 } = {}) => {
  // a socket's path has at most 107 characters
  const folder = await mkdtemp(join(tmpdir().length < 60 ? tmpdir() : "/tmp", "clamd-"))
  const socket = join(folder, "clamd.sock")
  const port = await freePort()
  await writeFile(
    join(folder, "test.ndb"),
    Object.entries(signatures)
      .map(([name, text]) => signatureLine(name, text))
      .join("\n") + "\n",
  )
  const settings = {
    LocalSocket: socket,
    TCPSocket: port,
    TCPAddr: "127.0.0.1",
    DatabaseDirectory: folder,
    TemporaryDirectory: folder,
    Foreground: "yes",
    MaxThreads: 8,
    StreamMaxLength: `${streamMegabytes}M`,
    MaxFileSize: "200M",
    MaxScanSize: "400M",
  }
  const config = join(folder, "clamd.conf")
  await writeFile(
    config,
    Object.entries(settings)
      .map((pair) => pair.join(" "))
      .join("\n") + "\n",
  )
  // Debian installs the server outside a normal user's PATH
  const command = existsSync("/usr/sbin/clamd") ? "/usr/sbin/clamd" : "clamd"
  const child = spawn(command, ["-c", config], { stdio: ["ignore", "pipe", "pipe"] })
  let said = ""
  child.stdout.on("data", (text: Buffer) => (said += text.toString()))
  child.stderr.on("data", (text: Buffer) => (said += text.toString()))
  const exited = once(child, "exit")
  closeAtTheEnd(async () => {
    child.kill("SIGTERM")
    await exited
    await rm(folder, { recursive: true, force: true })
  })
  const address = `127.0.0.1:${port}`
  for (const end = Date.now() + 10_000 * patience; ;) {
    const ready = await clamdAntivirus(socket)
      .version()
      .then(Boolean, () => false)
    if (ready) return { socket, address, pid: child.pid! }
    if (Date.now() > end || child.exitCode !== null) throw new Error(`clamd did not start: ${said.slice(-2_000)}`)
    await new Promise((done) => setTimeout(done, 100))
  }
}
