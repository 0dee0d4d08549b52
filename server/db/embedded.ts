import { type ChildProcess, spawn } from "node:child_process"
import { createHash } from "node:crypto"
import { chmodSync, chownSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import pg from "pg"
import { diskError, StartError } from "../errors"
import { type Binaries, prepareBinaries, type RunAs } from "./embedded-binaries"
import { clusterArgument, databaseName, databaseUser, lastLine, prepareCluster, serverEnvironment, serverError } from "./embedded-cluster"
import { endOrphans, isProcessOf, type OrphanLog, type PostmasterFile, readPostmasterFile } from "./embedded-orphans"
import { acquireInstanceLock, isAbandoned } from "./instance-lock"

/** The connection to the private server: `host` is the folder of its unix socket. Matches the options of `pg`. */
export type EmbeddedConnection = { host: string; port: number; user: string; password?: string; database: string }

export type EmbeddedDatabase = {
  connection: EmbeddedConnection
  pid: number
  /** Shuts the server down cleanly and unlocks the data folder; may be called again. */
  stop(): Promise<void>
  /** Called once if the server ends without `stop`. */
  onExit(listener: (code: number | null) => void): void
}

type Server = { process: ChildProcess; pid: number; exited: Promise<number | null> }

/** Only part of the socket file's name: nothing listens on the network. */
const port = 5432
/** Children of a killed postmaster hold its memory for about a second. */
const retryMs = 15_000

/** `settings`: of PostgreSQL, besides its configuration file. */
type Options = { dataDir: string; log: OrphanLog; settings?: Readonly<Record<string, string>> }

/**
 * Starts the private PostgreSQL of this installation with its data in `<dataDir>/postgres`, from any state that an earlier process left
 * behind, and creates the application's database if it is missing.
 *
 * @throws StartError one Chinese sentence: folder in use, disk full, folder not readable, no binaries for this system.
 */
export async function startEmbeddedDatabase(options: Options): Promise<EmbeddedDatabase> {
  const { log, settings = {} } = options
  const dataDir = resolve(options.dataDir)
  const lock = await acquireInstanceLock(dataDir, lockName)
  try {
    const runAs = databaseUser()
    const binaries = prepareBinaries(dataDir, runAs)
    const cluster = await prepareCluster(dataDir, binaries, runAs, log)
    const socketDir = makeSocketDir(cluster, runAs)
    const server = await startPostgres({ binaries, cluster, socketDir, runAs, log, settings })
    const connection = { host: socketDir, port, user: databaseName, database: databaseName }
    const database = supervise(server, connection, async () => {
      rmSync(socketDir, { recursive: true, force: true })
      await lock.release()
    })
    await createDatabase(connection).catch(async (error: unknown) => {
      await database.stop()
      throw error
    })
    return database
  } catch (error) {
    await lock.release()
    throw diskError(error, dataDir)
  }
}

/** The lock of the process that runs the server. */
const lockName = "postgres.lock"

/** The running server of `dataDir`, of any process. The only code that decides whether `postmaster.pid` is valid. */
const livingServer = (dataDir: string): PostmasterFile | null => {
  const cluster = join(resolve(dataDir), "postgres")
  const file = readPostmasterFile(cluster)
  // A machine that lost power leaves the file of a server that no longer runs.
  return file && isProcessOf(cluster, file.pid) ? file : null
}

/**
 * Returns the connection to the server that another process runs on `dataDir`, for commands beside it; null if there is none, or only one
 * whose process was killed: `startEmbeddedDatabase` replaces it.
 */
export async function findRunningDatabase(dataDir: string): Promise<EmbeddedConnection | null> {
  const file = livingServer(dataDir)
  if (file?.status !== "ready" || (await isAbandoned(dataDir, lockName))) return null
  return { host: file.socketDir, port: file.port, user: databaseName, database: databaseName }
}

/** Returns the pid of a server whose process was killed, and that no process stops; null if there is none. */
export async function findOrphanedDatabase(dataDir: string): Promise<number | null> {
  const file = livingServer(dataDir)
  return file && (await isAbandoned(dataDir, lockName)) ? file.pid : null
}

type Start = Required<Pick<Options, "log" | "settings">> & { binaries: Binaries; cluster: string; socketDir: string; runAs: RunAs }

async function startPostgres(start: Start): Promise<Server> {
  const end = Date.now() + retryMs
  for (;;) {
    await endOrphans(start.cluster, start.log)
    for (const name of readdirSync(start.socketDir)) rmSync(join(start.socketDir, name), { force: true })
    const { server, output } = await launch(start)
    if (server) return server
    if (!/lock file .* already exists|pre-existing shared memory|still in use/.test(output) || Date.now() > end) {
      throw serverError(output, start.cluster) ?? new StartError(`内置数据库无法启动：${lastLine(output)}`)
    }
    await pause(300)
  }
}

/** Makes one attempt to start. Returns the server once it accepts connections, or its output if it failed. */
async function launch({ binaries, cluster, socketDir, runAs, log, settings }: Start): Promise<{ server?: Server; output: string }> {
  // Passed here, not in postgresql.conf, which operators edit.
  const fixed = {
    listen_addresses: "",
    unix_socket_directories: socketDir,
    unix_socket_permissions: "0700",
    port,
    fsync: "on",
    ...settings,
  }
  const args = ["-D", clusterArgument(cluster, runAs), ...Object.entries(fixed).flatMap(([name, value]) => ["-c", `${name}=${value}`])]
  const child = spawn(binaries.postgres, args, {
    ...runAs,
    cwd: cluster,
    env: serverEnvironment,
    // A separate session: Ctrl-C in the terminal must not stop the database before open requests are done.
    detached: true,
    stdio: ["ignore", "ignore", "pipe"],
  })
  // Signals the database if the process ends without `stop`, even during startup.
  const lastWill = () => void child.kill("SIGINT")
  process.once("exit", lastWill)
  child.once("exit", () => process.removeListener("exit", lastWill))
  let output = ""
  child.stderr.on("data", (chunk: Buffer) => {
    const text = chunk.toString("utf8")
    output = (output + text).slice(-4000)
    for (const line of text.split("\n")) if (/ (FATAL|PANIC): {2}/.test(line)) log("数据库报告", { line })
  })
  const exited = new Promise<number | null>((done, fail) => {
    child.on("error", fail)
    child.on("exit", done)
  })
  let running = true
  const ended = exited.finally(() => (running = false)).catch((error: unknown) => void (output += String(error)))

  const started = Date.now()
  for (let lastLog = started; running; await Promise.race([ended, pause(25)])) {
    const file = readPostmasterFile(cluster)
    if (file && file.pid === child.pid && file.status === "ready") return { server: { process: child, pid: file.pid, exited }, output }
    if (Date.now() - lastLog < 10_000) continue
    lastLog = Date.now()
    log("数据库正在恢复上次未写完的数据，请稍候", { seconds: Math.round((lastLog - started) / 1000) })
  }
  await pause(20) // wait for the rest of its output
  return { output }
}

function supervise(server: Server, connection: EmbeddedConnection, clean: () => Promise<void>): EmbeddedDatabase {
  const { process: child, pid, exited } = server
  const listeners: ((code: number | null) => void)[] = []
  let stopping: Promise<void> | undefined
  child.unref()
  child.stderr?.on("error", () => {})
  if (child.stderr && "unref" in child.stderr && typeof child.stderr.unref === "function") child.stderr.unref()

  void exited.then(async (code) => {
    if (stopping) return
    await clean()
    for (const listener of listeners) listener(code)
  })

  const stop = async () => {
    child.ref()
    for (const [signal, ms] of [
      ["SIGINT", 20_000],
      ["SIGQUIT", 5_000],
      ["SIGKILL", 5_000],
    ] as const) {
      child.kill(signal)
      const waiting = new AbortController()
      const late = pause(ms, "late", { signal: waiting.signal }).catch(() => "late")
      const result = await Promise.race([exited, late])
      waiting.abort()
      if (result !== "late") break
    }
    await clean()
  }
  return {
    connection,
    pid,
    stop: () => (stopping ??= child.exitCode === null && child.signalCode === null ? stop() : Promise.resolve()),
    onExit: (listener) => void listeners.push(listener),
  }
}

/** Creates a folder for the socket with a short path (`sun_path` holds 107 bytes), accessible only to the server's user. */
function makeSocketDir(cluster: string, runAs: RunAs): string {
  const { dev, ino } = statSync(cluster)
  const name = `doujia-${createHash("sha256").update(`${cluster} ${dev} ${ino}`).digest("hex").slice(0, 12)}`
  // Only root can create folders in /run, so the name cannot be taken by others; root's TMPDIR may be closed to the server's user.
  for (const parent of runAs ? ["/run", "/tmp"] : [tmpdir(), "/tmp"]) {
    if (Buffer.byteLength(parent) > 70) continue
    try {
      return claim(join(parent, name), runAs)
    } catch {
      // Not writable, or the name is taken: try the next folder, or a random name.
    }
  }
  return claim(mkdtempSync("/tmp/doujia-"), runAs)
}

function claim(folder: string, runAs: RunAs): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const stat = lstatSync(folder)
  const mine = stat.uid === process.getuid?.() || stat.uid === runAs?.uid
  if (!stat.isDirectory() || !mine) throw new StartError(`${folder} 已被另一个用户占用。`)
  chmodSync(folder, 0o700)
  if (runAs) chownSync(folder, runAs.uid, runAs.gid)
  return folder
}

async function createDatabase(connection: EmbeddedConnection): Promise<void> {
  const client = new pg.Client({ ...connection, database: "postgres" })
  // the next statement gets the error
  client.on("error", () => undefined)
  await client.connect()
  try {
    const databases = await client.query("select 1 from pg_database where datname = $1", [databaseName])
    if (databases.rowCount === 0) await client.query(`create database ${databaseName}`)
  } finally {
    await client.end()
  }
}
