import { spawn } from "node:child_process"
import { randomBytes } from "node:crypto"
import { chownSync, existsSync, lchownSync, mkdirSync, readdirSync, readFileSync, renameSync, rmdirSync, rmSync, statSync } from "node:fs"
import { basename, dirname, join } from "node:path"
import { diskError, errorCode, StartError } from "../errors"
import type { Binaries, RunAs } from "./embedded-binaries"
import type { OrphanLog } from "./embedded-orphans"

/** The superuser and the application's database in the private cluster. */
export const databaseName = "doujia"

/**
 * PostgreSQL refuses to run as root, so root runs it with a user id that nothing else on the machine uses. Not as the user `nobody` (65534): the
 * converter runs programs on uploaded files as that user, and they must not reach the database's files or socket.
 */
const databaseUid = 65_525

/** Written into postgresql.conf when the cluster is created, so that an operator can change them there. */
const settings = {
  shared_buffers: "128MB",
  // Enough to sort a list of 100,000 rows without an index in memory, not on disk.
  work_mem: "16MB",
  max_connections: "100",
  synchronous_commit: "on",
  random_page_cost: "1.1",
  timezone: "UTC",
  log_timezone: "UTC",
  // The application logs its own errors; PostgreSQL's log would repeat them with personal data.
  log_min_messages: "log",
  log_min_error_statement: "panic",
  log_checkpoints: "off",
}

/** Returns the user for PostgreSQL: a separate id if we are root, otherwise the current user. */
export function databaseUser(): RunAs {
  return process.getuid?.() === 0 ? { uid: databaseUid, gid: databaseUid } : undefined
}

/**
 * Returns the cluster path for a program that is started inside it. PostgreSQL's user cannot access root's folders (mode 0700), but a
 * process may always use its working directory, and on Linux that directory has a path that bypasses the closed parents. So the data stays
 * in its folder and no permissions change.
 */
export function clusterArgument(cluster: string, runAs: RunAs): string {
  return runAs && process.platform === "linux" ? "/proc/self/cwd" : cluster
}

/** Creates or checks the cluster in `<dataDir>/postgres`; returns its path. */
export async function prepareCluster(dataDir: string, binaries: Binaries, runAs: RunAs, log: OrphanLog): Promise<string> {
  const cluster = join(dataDir, "postgres")
  try {
    mkdirSync(dataDir, { recursive: true })
    if (!existsSync(cluster) || readdirSync(cluster).length === 0) await createCluster(cluster, binaries, runAs, log)
    checkVersion(cluster, binaries.major)
    changeOwner(cluster, runAs)
    return cluster
  } catch (error) {
    throw diskError(error, cluster)
  }
}

/** Builds the cluster in another folder and renames it, so that an interrupted start leaves no incomplete cluster. */
async function createCluster(cluster: string, binaries: Binaries, runAs: RunAs, log: OrphanLog): Promise<void> {
  const folder = dirname(cluster)
  for (const name of readdirSync(folder))
    if (name.startsWith(`${basename(cluster)}.new`)) rmSync(join(folder, name), { recursive: true, force: true })
  // a unique name: the initdb of an interrupted start may still be writing into the previous one
  const unfinished = `${cluster}.new-${randomBytes(4).toString("hex")}`
  mkdirSync(unfinished, { mode: 0o700 })
  // initdb requires a user with a name; the server itself does not.
  const maker = runAs ? nobody() : undefined
  if (maker) chownSync(unfinished, maker.uid, maker.gid)
  log("首次启动，正在建立数据库")
  await runInitdb(unfinished, binaries.initdb, maker).catch((error: unknown) => {
    // Removes the incomplete cluster, which would otherwise fill up a full disk.
    rmSync(unfinished, { recursive: true, force: true })
    throw error
  })
  changeOwner(unfinished, runAs)
  if (existsSync(cluster)) rmdirSync(cluster)
  renameSync(unfinished, cluster)
}

function nobody(): { uid: number; gid: number } {
  const line = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .find((entry) => entry.startsWith("nobody:"))
  const [, , uid, gid] = line?.split(":") ?? []
  return { uid: Number(uid ?? 65_534), gid: Number(gid ?? 65_534) }
}

function runInitdb(folder: string, initdb: string, runAs: RunAs): Promise<void> {
  const args = ["-D", clusterArgument(folder, runAs), "-U", databaseName, "-E", "UTF8", "--no-instructions"]
  args.push(`--locale=${locale}`)
  // Access is limited by the socket's folder (mode 0700); nothing listens on the network.
  args.push("--auth-local=trust", "--auth-host=reject")
  for (const [name, value] of Object.entries(settings)) args.push("--set", `${name}=${value}`)
  return new Promise((done, fail) => {
    const child = spawn(initdb, args, { ...runAs, cwd: folder, env: serverEnvironment, stdio: ["ignore", "ignore", "pipe"] })
    const lastWill = () => void child.kill("SIGTERM")
    process.once("exit", lastWill)
    child.once("exit", () => process.removeListener("exit", lastWill))
    let errors = ""
    child.stderr.on("data", (chunk: Buffer) => (errors = (errors + chunk.toString("utf8")).slice(-4000)))
    child.on("error", fail)
    child.on("close", (code) =>
      code === 0 ? done() : fail(serverError(errors, folder) ?? new StartError(`无法建立数据库：${lastLine(errors)}`)),
    )
  })
}

/** A UTF-8 locale: in the C locale pg_trgm ignores Chinese characters. */
const locale = process.platform === "darwin" ? "en_US.UTF-8" : "C.UTF-8"

/** The server's environment: English messages, because they are parsed, and none of our configuration. */
// Next's types require NODE_ENV in every environment; PostgreSQL does not.
export const serverEnvironment = { PATH: "/usr/bin:/bin", LC_ALL: locale, TZ: "UTC" } as unknown as NodeJS.ProcessEnv

/** Returns a `StartError` for PostgreSQL output that the operator can act on; otherwise null. */
export function serverError(output: string, path: string): StartError | null {
  if (/No space left on device|Disk quota exceeded/.test(output))
    return diskError(Object.assign(new Error(output), { code: "ENOSPC" }), path)
  if (/Permission denied|Operation not permitted/.test(output)) return diskError(Object.assign(new Error(output), { code: "EACCES" }), path)
  if (/Read-only file system/.test(output)) return diskError(Object.assign(new Error(output), { code: "EROFS" }), path)
  return null
}

/** Returns the most informative line of PostgreSQL's output. */
export function lastLine(output: string): string {
  const lines = output.trim().split("\n")
  return (lines.findLast((line) => /FATAL|PANIC|error:/.test(line)) ?? lines.at(-1) ?? "").replace(/^.*?(FATAL|PANIC|error): */, "")
}

function checkVersion(cluster: string, major: string): void {
  let version: string
  try {
    version = readFileSync(join(cluster, "PG_VERSION"), "utf8").trim()
  } catch (error) {
    if (errorCode(error) !== "ENOENT") throw error
    throw new StartError(`${cluster} 里不是完整的数据库，请把它移走或换一个数据目录。`, { cause: error })
  }
  if (version !== major)
    throw new StartError(
      `${cluster} 是 PostgreSQL ${version} 的数据，内置的是 ${major}：请用原来的版本备份（npm run backup），再用这个版本恢复到新的目录（npm run restore）。`,
    )
}

/** Changes the folder's owner to the database's user, the top folder last, so that an interrupted change is detected and repeated. */
function changeOwner(folder: string, runAs: RunAs): void {
  const { uid } = statSync(folder)
  if (!runAs) {
    if (uid !== process.getuid?.()) throw new StartError(`${folder} 属于另一个用户（uid ${uid}），请用原来的用户启动。`)
    return
  }
  if (uid !== runAs.uid) ownAll(folder, runAs)
}

function ownAll(folder: string, runAs: { uid: number; gid: number }): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) ownAll(path, runAs)
    else lchownSync(path, runAs.uid, runAs.gid)
  }
  lchownSync(folder, runAs.uid, runAs.gid)
}
