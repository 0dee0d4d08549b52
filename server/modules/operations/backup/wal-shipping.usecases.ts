import { createReadStream } from "node:fs"
import { access, readdir, readFile, rename, rm, statfs } from "node:fs/promises"
import { join } from "node:path"
import { pipeline } from "node:stream"
import { buffer } from "node:stream/consumers"
import { createGzip, gunzipSync } from "node:zlib"
import { errorCode, StartError } from "@/server/errors"
import { isSegment, nextSegment, walKey } from "./archive.rules"
import { openParts, storeParts, type BackupTarget } from "./target.usecases"

/*
 * PostgreSQL marks a finished segment with a file `<name>.ready` and keeps it until that is renamed to `<name>.done`. With `archive_command`
 * empty, its own archiver leaves this to us: no shell, and no second copy of the WAL on the disk.
 */

const statusFolder = (cluster: string) => join(cluster, "pg_wal", "archive_status")

/** Lists what waits for the archive: histories of timelines first, then the oldest. */
export const listReady = async (cluster: string): Promise<string[]> =>
  (await readdir(statusFolder(cluster)))
    .filter((name) => name.endsWith(".ready"))
    .map((name) => name.slice(0, -".ready".length))
    .toSorted((a, b) => Number(b.endsWith(".history")) - Number(a.endsWith(".history")) || (a < b ? -1 : 1))

/** PostgreSQL may now reuse the file. A file that has been given up meanwhile stays as it is. */
const markDone = (cluster: string, file: string): Promise<void> =>
  rename(join(statusFolder(cluster), `${file}.ready`), join(statusFolder(cluster), `${file}.done`)).catch((error: unknown) => {
    if (errorCode(error) !== "ENOENT") throw error
  })

/** After a crash of the machine, a mark may be left whose file is gone. */
const isThere = (cluster: string, file: string): Promise<boolean> =>
  access(join(cluster, "pg_wal", file)).then(
    () => true,
    () => false,
  )

/** Stores a file of the WAL. One that is there already must be the same: two sites must not share an archive. @throws StartError */
const storeWal = async (target: BackupTarget, system: string, cluster: string, file: string): Promise<void> => {
  const path = join(cluster, "pg_wal", file)
  const key = walKey(system, file)
  const stored = await openParts(target, key)
  if (stored) {
    if (gunzipSync(await buffer(stored)).equals(await readFile(path))) return
    throw new StartError(`${target.name} 里已经有另一个 ${file}：两个网站不能归档到同一个地方。`)
  }
  const source = createReadStream(path)
  // an error of the source destroys the packed stream, whose reader gets it
  const packed = pipeline(source, createGzip({ level: 1 }), () => undefined).on("error", () => undefined)
  // a target that does not answer must not leave files open
  await storeParts(target, packed as AsyncIterable<Buffer>, () => key).finally(() => source.destroy())
}

export type Shipping = { target: BackupTarget; system: string; cluster: string; perLog: number; stopped: () => boolean }

/**
 * Stores everything that is ready. `last`: the newest segment of the archive's unbroken sequence. Returns the new one, and whether a segment
 * is missing in between.
 */
export const shipReady = async (
  { target, system, cluster, perLog, stopped }: Shipping,
  last: string | null,
): Promise<{ last: string | null; gap: boolean }> => {
  let gap = false
  for (const file of await listReady(cluster)) {
    if (stopped()) break
    if (!(await isThere(cluster, file))) {
      await rm(join(statusFolder(cluster), `${file}.ready`), { force: true })
      continue
    }
    await storeWal(target, system, cluster, file)
    await markDone(cluster, file)
    if (!isSegment(file)) continue
    // one that was announced late fills a hole, and is no hole itself
    if (last && file <= last) continue
    if (last && nextSegment(last, perLog) !== file) gap = true
    last = file
  }
  return { last, gap }
}

/** Gives up everything that waits: PostgreSQL removes it with its next checkpoint. Returns how many files. */
export const giveUpReady = async (cluster: string): Promise<number> => {
  const files = await listReady(cluster)
  for (const file of files) await markDone(cluster, file)
  return files.length
}

/** The archive may not take the last space of the disk (bytes). */
const reserve = 512 * 1024 ** 2
/** A few segments always wait, also on a full disk. */
const few = 4

/** Returns true if more waits than the limit (bytes), or if it takes the last space of the disk. */
export const isBacklogFull = async (cluster: string, segmentBytes: number, limit: number): Promise<boolean> => {
  const waiting = (await listReady(cluster)).filter(isSegment).length
  if (waiting * segmentBytes > limit) return true
  if (waiting <= few) return false
  const { bavail, bsize } = await statfs(cluster)
  return bavail * bsize < reserve
}

/** Checks that the target accepts a file. */
export const probeTarget = async ({ storage }: BackupTarget): Promise<void> => {
  await storage.put("archive/probe", Buffer.from("probe"), false)
  await storage.remove("archive/probe")
}
