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
/** How long a competitor that has just tested the same stale socket may need to replace it. */
const settleMs = 120

/**
 * Makes this process the only one that uses `dataDir`, or throws a `StartError` that names the other one.
 *
 * The lock is a listening unix socket inside the folder: the kernel closes it with the process, so SIGKILL leaves
 * nothing that could block the next start, and a PID that was given to somebody else is never taken for the owner.
 * It also works between containers that share the folder, where process numbers mean nothing.
 */
export async function acquireInstanceLock(dataDir: string, name = "instance.lock"): Promise<InstanceLock> {
  const folder = resolve(dataDir)
  try {
    mkdirSync(folder, { recursive: true })
    const place = socketPlace(folder, name)
    try {
      return await lockAt(place, folder)
    } catch (error) {
      place.close()
      // Some mounted file systems (SMB, shares of virtual machines) know no sockets: lock beside, by name.
      if (!["EOPNOTSUPP", "ENOTSUP", "EINVAL", "EIO"].includes(errorCode(error))) throw error
      return await lockAt(placeInTmp(folder, name), folder)
    }
  } catch (error) {
    throw diskError(error, folder)
  }
}

type Place = { path: string; close(): void }

/** A short path to the socket: a folder with a long name is reached through an open descriptor of it (Linux). */
function socketPlace(folder: string, name: string): Place {
  const path = join(folder, name)
  if (Buffer.byteLength(temporaryName(path)) <= maxSocketPath) return { path, close: () => {} }
  if (process.platform !== "linux") return placeInTmp(folder, name)
  const descriptor = openSync(folder, "r")
  return { path: `/proc/self/fd/${descriptor}/${name}`, close: () => closeSync(descriptor) }
}

function placeInTmp(folder: string, name: string): Place {
  const hash = createHash("sha256").update(folder).update(name).digest("hex").slice(0, 16)
  return { path: join(tmpdir(), `doujia-${hash}.lock`), close: () => {} }
}

async function lockAt(place: Place, folder: string): Promise<InstanceLock> {
  const seen = inodeOf(place.path)
  const owner = seen === undefined ? "nobody" : await askOwner(place.path)
  if (owner !== "nobody") throw new StartError(refusal(folder, owner))

  // Bound under a name of its own and then renamed: a socket file is never removed blindly.
  const temporary = temporaryName(place.path)
  const server = await listen(temporary)
  const mine = inodeOf(temporary)
  if (inodeOf(place.path) === seen) renameSync(temporary, place.path)

  // Two starts may have met the same stale socket: the one whose file is not there afterwards has lost.
  await pause(settleMs)
  if (inodeOf(place.path) !== mine) {
    const winner = await askOwner(place.path)
    await close(server)
    throw new StartError(refusal(folder, winner === "nobody" ? "" : winner))
  }
  await removeUnfinished(place.path)
  return {
    release: async () => {
      if (inodeOf(place.path) === mine) unlinkSync(place.path)
      await close(server)
      place.close()
    },
  }
}

function temporaryName(path: string): string {
  return `${path}.${randomBytes(4).toString("hex")}`
}

/** Removes what starts that were killed before their rename have left; one that still listens is a competitor's, who will see that it has lost. */
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
    // `exclusive`: under node:cluster a worker must own its lock itself and not borrow the primary's.
    server.listen({ path, exclusive: true }, () => {
      server.unref()
      done(server)
    })
  })
}

/** The owner's PID, "" if it does not answer, "nobody" if the socket is stale. */
function askOwner(path: string): Promise<string> {
  return new Promise((done) => {
    let text = ""
    const socket = connect(path)
    socket.setTimeout(1000, () => {
      done("")
      socket.destroy()
    })
    socket.on("data", (chunk) => (text += chunk.toString("utf8")))
    socket.on("end", () => done(/^\d+$/.test(text) ? text : ""))
    // ENOTSOCK: an ordinary file of that name is no lock either.
    socket.on("error", (error) => done(["ECONNREFUSED", "ENOENT", "ENOTSOCK"].includes(errorCode(error)) ? "nobody" : ""))
  })
}

function inodeOf(path: string): number | undefined {
  return lstatSync(path, { throwIfNoEntry: false })?.ino
}

function close(server: Server): Promise<void> {
  return new Promise((done) => server.close(() => done()))
}
