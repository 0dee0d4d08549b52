import { createHash, randomBytes } from "node:crypto"
import { closeSync, lstatSync, mkdirSync, openSync, readdirSync, renameSync, rmSync, unlinkSync } from "node:fs"
import { connect, createServer, type Server } from "node:net"
import { tmpdir } from "node:os"
import { basename, dirname, join, resolve } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { diskError, errorCode, StartError } from "../errors"

export type InstanceLock = { release(): Promise<void> }

/** `sun_path` holds 108 bytes on Linux and 104 on macOS; a longer path would be truncated silently. */
const maxSocketPath = 100
/** How long a competitor that has just tested the same stale socket may need to replace it (ms). */
const settleMs = 120

/**
 * Makes this process the only one that uses `dataDir`, or throws a `StartError` that names the other process.
 *
 * The lock is a listening Unix socket inside the folder. The kernel closes it with the process, so SIGKILL leaves nothing that blocks the
 * next start, and a reused PID is never mistaken for the owner.
 * It also works between containers that share the folder, where PIDs are meaningless.
 */
export async function acquireInstanceLock(dataDir: string, name = "instance.lock"): Promise<InstanceLock> {
  const folder = resolve(dataDir)
  try {
    mkdirSync(folder, { recursive: true })
    const socket = socketPath(folder, name)
    try {
      return await lockAt(socket, folder)
    } catch (error) {
      socket.close()
      // Some mounted file systems (SMB, virtual machine shares) do not support sockets. The lock then goes to the temporary folder, named
      // after this folder.
      if (!["EOPNOTSUPP", "ENOTSUP", "EINVAL", "EIO"].includes(errorCode(error))) throw error
      return await lockAt(pathInTmp(folder, name), folder)
    }
  } catch (error) {
    throw diskError(error, folder)
  }
}

/**
 * Checks for a lock whose owner ended without releasing it: processes that the owner left running have no owner now. No lock at all is not
 * abandoned, since some file systems keep it elsewhere.
 */
export async function isAbandoned(dataDir: string, name: string): Promise<boolean> {
  const socket = socketPath(resolve(dataDir), name)
  try {
    return inodeOf(socket.path) !== undefined && (await askOwner(socket.path)) === "nobody"
  } finally {
    socket.close()
  }
}

/** Returns the PID of the process that holds the lock; null if there is none. @throws StartError if it does not answer */
export async function lockOwner(dataDir: string, name = "instance.lock"): Promise<number | null> {
  const socket = socketPath(resolve(dataDir), name)
  try {
    const owner = inodeOf(socket.path) === undefined ? "nobody" : await askOwner(socket.path)
    if (owner === "") throw new StartError(refusal(dataDir, owner))
    return owner === "nobody" ? null : Number(owner)
  } finally {
    socket.close()
  }
}

type SocketPath = { path: string; close(): void }

/** Returns a short path to the socket. On Linux, a folder with a long path is reached through an open file descriptor. */
function socketPath(folder: string, name: string): SocketPath {
  const path = join(folder, name)
  if (Buffer.byteLength(temporaryName(path)) <= maxSocketPath) return { path, close: () => {} }
  if (process.platform !== "linux") return pathInTmp(folder, name)
  const descriptor = openSync(folder, "r")
  return { path: `/proc/self/fd/${descriptor}/${name}`, close: () => closeSync(descriptor) }
}

function pathInTmp(folder: string, name: string): SocketPath {
  const hash = createHash("sha256").update(folder).update(name).digest("hex").slice(0, 16)
  return { path: join(tmpdir(), `doujia-${hash}.lock`), close: () => {} }
}

async function lockAt(socket: SocketPath, folder: string): Promise<InstanceLock> {
  const seen = inodeOf(socket.path)
  const owner = seen === undefined ? "nobody" : await askOwner(socket.path)
  if (owner !== "nobody") throw new StartError(refusal(folder, owner))

  // Binds under a temporary name and renames afterwards, so that a socket file is never removed blindly.
  const temporary = temporaryName(socket.path)
  const server = await listen(temporary)
  const mine = inodeOf(temporary)
  if (inodeOf(socket.path) === seen) renameSync(temporary, socket.path)

  // Two starts may have found the same stale socket. The one whose file is no longer there has lost.
  await pause(settleMs)
  if (inodeOf(socket.path) !== mine) {
    const winner = await askOwner(socket.path)
    await close(server)
    throw new StartError(refusal(folder, winner === "nobody" ? "" : winner))
  }
  await removeUnfinished(socket.path)
  return {
    release: async () => {
      if (inodeOf(socket.path) === mine) unlinkSync(socket.path)
      await close(server)
      socket.close()
    },
  }
}

function temporaryName(path: string): string {
  return `${path}.${randomBytes(4).toString("hex")}`
}

/**
 * Removes sockets left by starts that were killed before the rename. A socket that still listens belongs to a competitor, which will notice
 * that it has lost.
 */
async function removeUnfinished(path: string): Promise<void> {
  const folder = dirname(path)
  const prefix = `${basename(path)}.`
  const isUnfinished = (name: string) => name.startsWith(prefix) && /^[0-9a-f]{8}$/.test(name.slice(prefix.length))
  for (const name of readdirSync(folder).filter(isUnfinished))
    if ((await askOwner(join(folder, name))) === "nobody") rmSync(join(folder, name), { force: true })
}

function refusal(folder: string, pid: string): string {
  return `数据目录正被另一个豆架进程使用：${folder}${pid ? `（PID ${pid}）` : ""}，请先停止那个进程，或换一个数据目录。`
}

/** Answers every connection with the owner's PID. */
function listen(path: string): Promise<Server> {
  return new Promise((done, fail) => {
    const server = createServer((socket) => {
      socket.on("error", () => {})
      socket.end(String(process.pid))
    })
    server.once("error", fail)
    // `exclusive`: under node:cluster, a worker must hold its own lock instead of sharing the primary's.
    server.listen({ path, exclusive: true }, () => {
      server.unref()
      done(server)
    })
  })
}

/** How often an owner that does not answer is asked again: it may be busy, or just ending. */
const askAgain = 3

/** Returns the owner's PID, "" if the owner does not answer, or "nobody" if the socket is stale. */
async function askOwner(path: string): Promise<string> {
  for (let left = askAgain; ; left -= 1) {
    const answer = await askOnce(path)
    if (answer !== "" || left === 0) return answer
    await pause(settleMs)
  }
}

function askOnce(path: string): Promise<string> {
  return new Promise((done) => {
    let text = ""
    const socket = connect(path)
    socket.setTimeout(1000, () => {
      done("")
      socket.destroy()
    })
    socket.on("data", (chunk) => (text += chunk.toString("utf8")))
    socket.on("end", () => done(/^\d+$/.test(text) ? text : ""))
    // ENOTSOCK: an ordinary file with that name is not a lock either.
    socket.on("error", (error) => done(["ECONNREFUSED", "ENOENT", "ENOTSOCK"].includes(errorCode(error)) ? "nobody" : ""))
  })
}

function inodeOf(path: string): number | undefined {
  return lstatSync(path, { throwIfNoEntry: false })?.ino
}

function close(server: Server): Promise<void> {
  return new Promise((done) => server.close(() => done()))
}
