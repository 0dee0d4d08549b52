import { setTimeout as pause } from "node:timers/promises"
import { Client, type PoolConfig } from "pg"
import { openDatabase } from "@/server/db/client"
import { StartError } from "@/server/errors"
import type { Log } from "@/server/security/log"
import type { StoragePort } from "@/server/ports/storage/storage.port"
import {
  basesFolder,
  endOfSequence,
  expiredSegments,
  listsFolder,
  readListName,
  retainedBases,
  timelineOf,
  walFolder,
  walKey,
  walOfKey,
} from "./archive.rules"
import { archiveNewFiles, findPosition, type FilesPosition } from "./archive-files.usecases"
import { copyBase, listBases } from "./cluster-copy.usecases"
import { noteRun } from "./runs.usecases"
import type { BackupTarget } from "./target.usecases"
import { giveUpReady, isBacklogFull, probeTarget, shipReady } from "./wal-shipping.usecases"

/** `backlogBytes`: how much WAL may wait for an archive that does not answer. `days`: how far back moments can be recovered. */
export type ArchiveOptions = {
  cluster: string
  connection: PoolConfig
  storage: StoragePort
  secret: Uint8Array
  version: string
  name: string
  open: () => Promise<BackupTarget>
  backlogBytes: number
  days: number
  log: Log
  now: () => Date
}
/** `stop` ends the archiving while the database still runs; `shipRest`, after it has stopped, stores its last segment. */
export type Archiver = { stop: () => Promise<void>; shipRest: () => Promise<void> }

/** PostgreSQL's part: it keeps finished segments until we have stored them, and finishes one at least this often (s). */
export const archivingSettings = { archive_mode: "on", archive_command: "", archive_library: "", archive_timeout: "40" }

/** How often each part looks (ms). Segments are finished every 40 seconds, so the archive is less than 60 seconds behind. */
const [walMs, filesMs, baseMs, backlogMs] = [2_000, 15_000, 30_000, 5_000]
const weekMs = 7 * 86_400_000
/** How long a base copy waits for its last segment (ms), and how long the last segment may take at the end. */
const [segmentMs, restMs] = [600_000, 8_000]
/** The same fault is logged once in this time (ms). */
const repeatMs = 60_000
/** Failing base copies are recorded once in this time (ms). */
const failureMs = 3_600_000
/** Lists of files overlap the base copies by this time (ms). */
const overlapMs = 3_600_000

type Cluster = { target: BackupTarget; system: string; timeline: string; perLog: number; segmentBytes: number }

/** Opens the target and asks the running cluster who it is. */
const identify = async ({ connection, open }: ArchiveOptions): Promise<Cluster> => {
  const target = await open()
  const client = new Client(connection)
  // the next statement gets the error
  client.on("error", () => undefined)
  await client.connect()
  try {
    const { rows } = await client.query<{ system: string; size: string; segment: string }>(
      `select system_identifier::text as system, (select setting from pg_settings where name = 'wal_segment_size') as size,
        pg_walfile_name(pg_current_wal_lsn()) as segment from pg_control_system()`,
    )
    const { system, size, segment } = rows[0]!
    const segmentBytes = Number(size)
    return { target, system, timeline: timelineOf(segment), perLog: 2 ** 32 / segmentBytes, segmentBytes }
  } finally {
    await client.end().catch(() => undefined)
  }
}

const keysIn = async (target: BackupTarget, prefix: string): Promise<string[]> => {
  const keys: string[] = []
  for await (const key of target.storage.list(prefix)) keys.push(key)
  return keys
}

/** Deletes what no recoverable moment needs: old copies, their segments and lists, and copies that were never finished. */
const pruneArchive = async (target: BackupTarget, system: string, days: number, now: Date): Promise<void> => {
  const { storage } = target
  const bases = (await listBases(target)).filter((base) => base.system === system)
  const retained = retainedBases(bases, days, now)
  if (retained.length === 0) return
  const names = new Set(retained.map(({ name }) => name))
  const folders = new Set((await keysIn(target, `${basesFolder}/${system}`)).map((key) => key.split("/")[3]!))
  for (const name of folders) {
    if (names.has(name)) continue
    await storage.remove(`${basesFolder}/${system}/${name}/manifest.json`)
    await storage.removeAll(`${basesFolder}/${system}/${name}`)
  }
  const segments = (await keysIn(target, walFolder(system))).flatMap((key) => walOfKey(key) ?? [])
  for (const segment of expiredSegments(segments, retained)) await storage.remove(walKey(system, segment))
  const oldest = retained.map(({ started_at }) => started_at).toSorted()[0]!
  const before = new Date(new Date(oldest).getTime() - overlapMs)
  for (const key of await keysIn(target, listsFolder(system))) {
    const list = readListName(key)
    if (list && list.at < before) await storage.remove(key)
  }
}

/**
 * Archives the running cluster: its WAL within a minute, new files, and a base copy every week. If too much WAL waits, the archive stops:
 * what waits is given up, so that the disk never fills, and once the target answers again, everything begins with a new base copy.
 */
export const startArchiver = (options: ArchiveOptions): Archiver => {
  const { cluster, connection, storage, log, now } = options
  const ending = new AbortController()
  const state = {
    last: null as string | null,
    /** the newest base copy of an unbroken sequence (ms since 1970); null if there is none */
    base: null as number | null,
    isStopped: false,
    position: null as FilesPosition | null,
    segmentBytes: 16 * 1024 ** 2,
    failureNotedAt: 0,
    /** how often the sequence of segments has been broken */
    breaks: 0,
  }
  const database = openDatabase({ ...connection, max: 1 }, () => undefined)
  const recent = new Set<string>()
  const loggedAt = new Map<string, number>()

  let identified: Promise<Cluster> | undefined
  /** Reads once how far the archive reaches. */
  const begin = (): Promise<Cluster> =>
    (identified ??= (async () => {
      const ours = await identify(options)
      const { target, system, timeline, perLog } = ours
      state.segmentBytes = ours.segmentBytes
      const newest = (await listBases(target))
        .filter((base) => base.system === system && timelineOf(base.first_wal) === timeline)
        .toSorted((a, b) => (a.ended_at < b.ended_at ? -1 : 1))
        .at(-1)
      state.position = await findPosition(target, system)
      if (!newest) return ours
      const segments = new Set((await keysIn(target, walFolder(system))).flatMap((key) => walOfKey(key) ?? []))
      state.last = endOfSequence(segments, newest.first_wal, perLog)
      if (state.last && state.last >= newest.last_wal) state.base = new Date(newest.ended_at).getTime()
      state.position ??= { id: newest.attachment_id, since: new Date(newest.started_at) }
      return ours
    })().catch((error: unknown) => {
      identified = undefined
      throw error
    }))

  /** Records in the site's database that the archive has stopped, or goes on; the alarm reads it. */
  const noteState = async (ok: boolean, error: string): Promise<void> => {
    const end = await noteRun(database.db, "archive", options.name)
    await end({ ok, error })
  }

  const reportStop = async (waited: number): Promise<void> => {
    const megabytes = Math.round(waited / 1024 ** 2)
    log.error({ waited: `${megabytes} MB` }, "归档太久没有成功，已经停下，免得日志占满磁盘；归档的目标恢复以后会重新开始")
    await noteState(false, `等待归档的日志有 ${megabytes} MB，已经停下，免得占满磁盘`).catch(() => undefined)
  }

  const guard = async (): Promise<void> => {
    if (!state.isStopped && !(await isBacklogFull(cluster, state.segmentBytes, options.backlogBytes))) return
    const begins = !state.isStopped
    Object.assign(state, { isStopped: true, base: null })
    const count = await giveUpReady(cluster)
    if (begins) await reportStop(count * state.segmentBytes)
    // PostgreSQL removes the segments at once instead of in five minutes
    if (count) await database.pool.query("checkpoint").catch(() => undefined)
  }

  const ship = async (): Promise<void> => {
    const ours = await begin()
    if (state.isStopped) {
      await probeTarget(ours.target)
      // what finished meanwhile belongs to no sequence
      await giveUpReady(cluster)
      Object.assign(state, { isStopped: false, last: null, base: null, breaks: state.breaks + 1 })
      return
    }
    const { last, gap } = await shipReady({ ...ours, cluster, stopped: () => state.isStopped || ending.signal.aborted }, state.last)
    state.last = last
    if (gap) Object.assign(state, { base: null, breaks: state.breaks + 1 })
  }

  const archived = (ours: Cluster) => async (segment: string) => {
    for (const end = Date.now() + segmentMs; Date.now() < end; await pause(500, undefined, { signal: ending.signal })) {
      if (state.isStopped) break
      if ((await ours.target.storage.size(walKey(ours.system, segment))) !== null) return
    }
    throw new StartError("基础副本的最后一段日志没有归档成功。")
  }

  /** Records once an hour that base copies fail; the alarm reads it. */
  const noteFailure = async (error: unknown): Promise<void> => {
    if (ending.signal.aborted || now().getTime() - state.failureNotedAt < failureMs) return
    state.failureNotedAt = now().getTime()
    const end = await noteRun(database.db, "base", options.name)
    await end({ ok: false, error: error instanceof StartError ? error.sentence : String(error) })
  }

  const copyWeekly = async (): Promise<void> => {
    if (state.isStopped) return
    const ours = await begin()
    if (state.base !== null && now().getTime() - state.base < weekMs) return
    const [begunAt, { breaks }] = [now().getTime(), state]
    const onSnapshot = (id: number) => void (state.position ??= { id, since: new Date(begunAt) })
    try {
      const done = await copyBase({ ...options, onSnapshot }, ours.target, archived(ours))
      if (!done) return
      if (state.breaks !== breaks) throw new StartError("做基础副本的时候日志断了，要再做一次。")
      state.base = begunAt
      const end = await noteRun(database.db, "base", options.name)
      await end({ ok: true, ...done })
      await noteState(true, "")
      log.info({ copy: done.name, files: done.files, bytes: done.bytes }, "归档有了新的基础副本")
    } catch (error) {
      await noteFailure(error).catch(() => undefined)
      throw error
    }
    await pruneArchive(ours.target, ours.system, options.days, now())
  }

  const copyFilesOn = async (): Promise<void> => {
    const { target, system } = await begin()
    if (!state.position) return
    state.position = await archiveNewFiles({ connection, target, storage, system, now, recent }, state.position)
  }

  /** Repeats a part until `stop`; a fault is logged and tried again. */
  const repeat = async (name: string, everyMs: number, act: () => Promise<void>): Promise<void> => {
    while (!ending.signal.aborted) {
      await act().catch((error: unknown) => {
        if (ending.signal.aborted || Date.now() - (loggedAt.get(name) ?? 0) < repeatMs) return
        loggedAt.set(name, Date.now())
        log.error({ part: name, reason: error instanceof StartError ? error.sentence : String(error) }, "归档没有成功，稍后再试")
      })
      await pause(everyMs, undefined, { signal: ending.signal, ref: false }).catch(() => undefined)
    }
  }
  const parts = Promise.all([
    repeat("wal", walMs, ship),
    repeat("files", filesMs, copyFilesOn),
    repeat("base", baseMs, copyWeekly),
    repeat("backlog", backlogMs, guard),
  ])

  const atMost = (work: Promise<unknown>, ms: number) => Promise.race([work.catch(() => undefined), pause(ms, undefined, { ref: false })])
  return {
    stop: async () => {
      ending.abort()
      await atMost(parts, 2_000)
      await database.close()
    },
    shipRest: async () => {
      const ours = await identified?.catch(() => undefined)
      if (!ours || state.isStopped) return
      await atMost(shipReady({ ...ours, cluster, stopped: () => false }, state.last), restMs)
    },
  }
}
