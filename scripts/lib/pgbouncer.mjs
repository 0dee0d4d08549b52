// Starts a PgBouncer in transaction mode for a test or a tool.
import { spawn } from "node:child_process"
import { chmodSync, chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { Failure } from "./failure.mjs"
import { freePort } from "./server.mjs"

/** As root, it runs as the user of the embedded PostgreSQL (`server/db/embedded-cluster.ts`), whose socket is closed to others. */
const databaseUid = 65_525

/**
 * @typedef {object} Pooler
 * @property {string} url the address of the database through it
 * @property {number} port
 * @property {() => Promise<void>} kill SIGKILL
 * @property {() => void} start starts it again after `kill`
 * @property {() => Promise<void>} stop
 */

/** @typedef {{ host: string, port: number, user: string, database: string }} Server PostgreSQL behind a socket, without a password */

/** @param {number} port @param {Server} server @param {number} size connections to PostgreSQL */
const configuration = (port, { host, port: serverPort, user, database }, size) => `[databases]
${database} = host=${host} port=${serverPort} dbname=${database} user=${user}
* = host=${host} port=${serverPort} user=${user}

[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = users.txt
stats_users = ${user}
pool_mode = transaction
max_client_conn = 500
default_pool_size = ${size}
server_login_retry = 1
`

/** @param {Server} server @param {{ size?: number, folder: string }} options `folder`: where its files are created */
export async function startPgBouncer(server, { size = 20, folder: parent }) {
  const port = await freePort()
  const folder = mkdtempSync(join(parent, "pgbouncer-"))
  chmodSync(folder, 0o700)
  writeFileSync(join(folder, "users.txt"), `"${server.user}" ""\n`)
  writeFileSync(join(folder, "pgbouncer.ini"), configuration(port, server, size))
  const runAs = process.getuid?.() === 0 ? { uid: databaseUid, gid: databaseUid } : {}
  if (runAs.uid)
    for (const path of [folder, join(folder, "users.txt"), join(folder, "pgbouncer.ini")]) chownSync(path, runAs.uid, runAs.gid)
  const program = existsSync("/usr/sbin/pgbouncer") ? "/usr/sbin/pgbouncer" : "pgbouncer"
  let output = ""
  /** @type {import("node:child_process").ChildProcess} */
  let child
  const end = () => void child.kill("SIGKILL")
  const start = () => {
    // The folder is reached as the working directory: its parents may be closed to that user.
    child = spawn(program, ["-q", "pgbouncer.ini"], { ...runAs, cwd: folder, stdio: ["ignore", "pipe", "pipe"] })
    for (const stream of [child.stdout, child.stderr]) stream?.setEncoding("utf8").on("data", (text) => (output += text))
    child.on("error", (error) => (output += String(error)))
  }
  const kill = async () => {
    const ended = new Promise((done) => child.once("exit", done))
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill("SIGKILL")
    await ended
  }
  process.once("exit", end)
  start()
  const url = `postgres://${server.user}@127.0.0.1:${port}/${server.database}`
  const stop = async () => {
    await kill()
    process.removeListener("exit", end)
    rmSync(folder, { recursive: true, force: true })
  }
  const { Client } = (await import("pg")).default
  for (let attempt = 0; ; attempt++) {
    const client = new Client({ connectionString: url })
    client.on("error", () => undefined)
    const answers = await client.connect().then(
      () => true,
      () => false,
    )
    await client.end().catch(() => undefined)
    if (answers) return /** @type {Pooler} */ ({ url, port, kill, start, stop })
    if (attempt > 100) {
      await stop()
      throw new Failure(`PgBouncer 没能启动：${output}`)
    }
    await pause(100)
  }
}
