import { createHash, randomUUID } from "node:crypto"
import { createWriteStream } from "node:fs"
import { chown, mkdir, readdir, rename, rm, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { text } from "node:stream/consumers"
import { pipeline } from "node:stream/promises"
import { setTimeout as pause } from "node:timers/promises"
import { createGunzip } from "node:zlib"
import { StartError } from "@/server/errors"
import type { StoragePort } from "@/server/ports/storage/storage.port"
import { baseFor, baseKey, isSegment, momentText, nextSegment, walKey } from "./archive.rules"
import { readArchivedFiles } from "./archive-files.usecases"
import { readFilesAt } from "./backup.usecases"
import { listBases, type NamedBase } from "./cluster-copy.usecases"
import type { BackupFile } from "./manifest.rules"
import { inParallel } from "./parallel.rules"
import { objectKey, openParts, type BackupTarget } from "./target.usecases"

/* Recovery to a moment: a base copy, and PostgreSQL's own recovery, which asks for the segments of the WAL one by one. */

/** The user of PostgreSQL if the program runs as root. */
type Owner = { uid: number; gid: number } | undefined

/** Returns the copy that a moment is recovered from. @throws StartError */
export const chooseBase = async (target: BackupTarget, until: Date | null): Promise<NamedBase> => {
  const bases = await listBases(target)
  const base = baseFor(bases, until)
  if (base) return base
  const [first] = bases.map(({ ended_at }) => ended_at).toSorted()
  throw new StartError(
    first
      ? `${target.name} 里的归档从 ${momentText(new Date(first))} 开始，不能恢复到更早的时刻。`
      : `${target.name} 里没有归档，设置了 ARCHIVE_TO 的网站运行几分钟以后才有。`,
  )
}

/** Writes a content to a file. @throws StartError if it is missing or damaged */
const fetchTo = async (target: BackupTarget, key: string, path: string, sha256: string, packed: boolean): Promise<void> => {
  const parts = await openParts(target, key)
  if (!parts) throw new StartError(`${target.name} 里缺少 ${key}。`)
  const hash = createHash("sha256")
  const hashed = async function* (source: AsyncIterable<Buffer>) {
    for await (const part of source) {
      hash.update(part)
      yield part
    }
  }
  const file = createWriteStream(path, { mode: 0o600 })
  await (packed ? pipeline(parts, createGunzip(), hashed, file) : pipeline(parts, hashed, file))
  if (hash.digest("hex") !== sha256) throw new StartError(`${target.name} 里的 ${key} 已损坏。`)
}

const parallel = 8

/** The folder in the cluster where PostgreSQL asks for segments, and gets them. */
const requestsFolder = "archive_requests"
/** How long PostgreSQL waits for one segment, in steps of its shell (50 ms). */
const patienceSteps = 12_000

/**
 * Asks for a file by an empty file of its name, and waits for `<name>.ok` or `<name>.no`. PostgreSQL replaces %f by the name and %p by the
 * path of the result.
 */
const restoreCommand = [
  `rm -f "${requestsFolder}/%f.no" && : > "${requestsFolder}/%f" || exit 1`,
  "n=0",
  `until test -e "${requestsFolder}/%f.ok" || test -e "${requestsFolder}/%f.no"; do n=$((n+1)); test -d "${requestsFolder}" && test $n -lt ${patienceSteps} || exit 1; sleep 0.05; done`,
  `test -e "${requestsFolder}/%f.ok" && mv "${requestsFolder}/%f.ok" "%p"`,
].join("; ")

/** PostgreSQL's part of the recovery. */
export const recoverySettings = (until: Date | null): Record<string, string> => ({
  restore_command: restoreCommand,
  recovery_target_timeline: "current",
  // else the server counts as ready as soon as it can be read
  hot_standby: "off",
  ...(until && { recovery_target_time: until.toISOString().replace("T", " ").replace("Z", "+00"), recovery_target_action: "promote" }),
})

/** Unpacks a base copy as the cluster of a data folder, ready to be recovered. */
export const unpackBase = async (target: BackupTarget, base: NamedBase, cluster: string): Promise<void> => {
  await mkdir(cluster, { recursive: true, mode: 0o700 })
  for (const folder of [...base.folders, requestsFolder]) await mkdir(join(cluster, folder), { recursive: true, mode: 0o700 })
  await inParallel(base.parts.entries(), parallel, async ([at, { path, sha256 }]) => {
    await mkdir(dirname(join(cluster, path)), { recursive: true, mode: 0o700 })
    await fetchTo(target, baseKey(base.system, base.name, `${at}.gz`), join(cluster, path), sha256, true)
  })
  await writeFile(join(cluster, "backup_label"), base.label, { mode: 0o600 })
  await writeFile(join(cluster, "recovery.signal"), "", { mode: 0o600 })
}

/** How often it looks for requests of PostgreSQL (ms). */
const lookMs = 20
/** How often a segment is fetched before the recovery fails, and the pause in between (ms). */
const [attempts, retryMs] = [3, 1_000]

/** Answers PostgreSQL's requests for segments until `stop`, which also removes their folder. */
export const serveSegments = (target: BackupTarget, base: NamedBase, cluster: string, owner: Owner) => {
  const folder = join(cluster, requestsFolder)
  const state = { isStopped: false }
  const fetched = new Map<string, Promise<string | null>>()
  const fetchOnce = async (file: string): Promise<string | null> => {
    const parts = await openParts(target, walKey(base.system, file))
    if (!parts) return null
    const path = join(folder, `${randomUUID()}.part`)
    await pipeline(parts, createGunzip(), createWriteStream(path, { mode: 0o600 }))
    if (owner) await chown(path, owner.uid, owner.gid)
    return path
  }
  /** Fetches a file of the WAL beside the requests; null if the archive does not have it. */
  const fetchWal = async (file: string): Promise<string | null> => {
    for (let attempt = 1; ; attempt++)
      try {
        return await fetchOnce(file)
      } catch (error) {
        if (attempt === attempts || state.isStopped) throw error
        await pause(retryMs)
      }
  }
  const prefetch = (file: string): Promise<string | null> => {
    const path = fetched.get(file) ?? fetchWal(file)
    fetched.set(file, path)
    // whoever takes it gets the error
    path.catch(() => undefined)
    return path
  }
  const answer = async (file: string): Promise<void> => {
    const path = await prefetch(file)
    fetched.delete(file)
    // the request goes first: PostgreSQL may ask again as soon as it has the answer
    await rm(join(folder, file), { force: true })
    if (!path) return writeFile(join(folder, `${file}.no`), "", { mode: 0o644 })
    await rename(path, join(folder, `${file}.ok`))
    if (isSegment(file)) void prefetch(nextSegment(file, base.segments_per_log))
  }
  let fault: Error | undefined
  const loop = (async () => {
    while (!state.isStopped) {
      const names = await readdir(folder)
      const requests = names.filter((name) => /^[0-9A-F]{8,24}(?:\.[0-9A-F]{8})?(?:\.history|\.backup|\.partial)?$/.test(name))
      for (const file of requests) await answer(file)
      await pause(lookMs)
    }
  })().catch(async (error: unknown) => {
    fault = error instanceof Error ? error : new Error(String(error))
    // the command of PostgreSQL ends without its answer
    await rm(folder, { recursive: true, force: true })
  })
  return {
    /** @throws if the archive could not be read */
    stop: async (): Promise<void> => {
      state.isStopped = true
      await loop
      await Promise.allSettled(fetched.values())
      await rm(folder, { recursive: true, force: true })
      if (fault) throw fault
    },
  }
}

/** Lists of files are read from this long before the copy began, and until this long after the moment (ms). */
const marginMs = 3_600_000

/**
 * Puts the files of a moment back: those of the base copy, and those that came until then. Returns the keys whose content the archive does
 * not have.
 */
export const recoverFiles = async (
  target: BackupTarget,
  base: NamedBase,
  until: Date | null,
  { storage, dataDir }: { storage: StoragePort; dataDir: string },
): Promise<{ files: number; bytes: number; lost: string[] }> => {
  const folder = join(dataDir, "tmp", "fetched")
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const done = { files: 0, bytes: 0, lost: [] as string[] }
  const putBack = async ({ key, size, sha256 }: BackupFile): Promise<void> => {
    const object = objectKey(target, sha256)
    if ((await target.storage.size(object)) === null) return void done.lost.push(key)
    const path = join(folder, randomUUID())
    await fetchTo(target, object, path, sha256, false)
    await storage.take(key, path, false)
    done.files += 1
    done.bytes += size
  }
  await inParallel(readFilesAt(target, baseKey(base.system, base.name, "files.jsonl.gz")), parallel, putBack)
  const from = new Date(new Date(base.started_at).getTime() - marginMs)
  const to = until ? new Date(until.getTime() + marginMs) : new Date(8.64e15)
  // later lists last, because a cover may have changed
  for await (const file of readArchivedFiles(target, base.system, from, to)) await putBack(file)
  return done
}

/** Returns the key of the archived site, which its sealed settings and its audit log need. */
export const readArchivedSecret = async (target: BackupTarget, base: NamedBase): Promise<string> => {
  const parts = await openParts(target, baseKey(base.system, base.name, "secret"))
  if (!parts) throw new StartError(`${target.name} 里的归档没有网站的密钥。`)
  return text(parts)
}
