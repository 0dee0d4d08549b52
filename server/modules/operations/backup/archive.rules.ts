import { z } from "zod"
import { StartError } from "@/server/errors"

/*
 * The archive for recovery to a moment: base copies of the cluster, and the WAL segments that PostgreSQL has finished since. Its parts lie
 * in the target of a backup below `archive/`; the contents of files lie in `objects/`, as those of backups.
 */

/** One file of a base copy, by its path in the cluster; its content is `<number>.gz`, by its position in the list. */
const Part = z.object({ path: z.string(), size: z.number().int(), sha256: z.string() })
export type BasePart = z.output<typeof Part>

/**
 * A base copy. `system`: the identifier of the cluster. `ended_at`: the earliest moment that it can be recovered to (ISO). `first_wal`,
 * `last_wal`: the segments that were written meanwhile. `label`: the file `backup_label`. `attachment_id`: the newest file of its list.
 */
export const BaseManifest = z.object({
  format: z.literal(1),
  version: z.string(),
  system: z.string(),
  started_at: z.string(),
  ended_at: z.string(),
  first_wal: z.string(),
  last_wal: z.string(),
  segments_per_log: z.number().int(),
  label: z.string(),
  attachment_id: z.number().int(),
  folders: z.array(z.string()),
  parts: z.array(Part),
})
export type BaseManifest = z.output<typeof BaseManifest>

export const basesFolder = "archive/bases"
export const walFolder = (system: string): string => `archive/wal/${system}`
export const listsFolder = (system: string): string => `archive/files/${system}`
export const walKey = (system: string, file: string): string => `${walFolder(system)}/${file}.gz`
export const baseKey = (system: string, name: string, file: string): string => `${basesFolder}/${system}/${name}/${file}`

/** Returns the file of PostgreSQL that a key of the archive holds; null for other keys. */
export const walOfKey = (key: string): string | null =>
  /\/([0-9A-F]{8,24}(?:\.[0-9A-F]{8})?(?:\.history|\.backup|\.partial)?)\.gz$/.exec(key)?.[1] ?? null

/** A list of files that have come since the list before. `id`: the newest attachment among them. Names sort by time. */
export const listName = (at: Date, id: number): string =>
  `${at.toISOString().replaceAll(/[:.]/g, "-")}-${String(id).padStart(15, "0")}.jsonl`
export const readListName = (key: string): { at: Date; id: number } | null => {
  const [, day, hour, minute, second, ms, id] = /(\d{4}-\d\d-\d\dT)(\d\d)-(\d\d)-(\d\d)-(\d{3})Z-(\d{15})\.jsonl$/.exec(key) ?? []
  return id ? { at: new Date(`${day}${hour}:${minute}:${second}.${ms}Z`), id: Number(id) } : null
}

export const isSegment = (file: string): boolean => /^[0-9A-F]{24}$/.test(file)
export const timelineOf = (segment: string): string => segment.slice(0, 8)

/** Returns the number of a segment on its timeline. `perLog`: 4 GB divided by the size of a segment. */
const numberOf = (segment: string, perLog: number): number =>
  Number.parseInt(segment.slice(8, 16), 16) * perLog + Number.parseInt(segment.slice(16), 16)

/** Returns the segment after this one on the same timeline. */
export const nextSegment = (segment: string, perLog: number): string => {
  const number = numberOf(segment, perLog) + 1
  const hex = (value: number) => value.toString(16).toUpperCase().padStart(8, "0")
  return timelineOf(segment) + hex(Math.floor(number / perLog)) + hex(number % perLog)
}

/** Returns the last segment of the unbroken sequence that begins with `first`; null if `first` is not there. */
export const endOfSequence = (segments: ReadonlySet<string>, first: string, perLog: number): string | null => {
  if (!segments.has(first)) return null
  let last = first
  for (let next = nextSegment(last, perLog); segments.has(next); next = nextSegment(last, perLog)) last = next
  return last
}

/** The base copies whose moments can be recovered: those of the last days, and the one before them. */
export const retainedBases = <B extends { ended_at: string }>(bases: readonly B[], days: number, now: Date): B[] => {
  const sorted = bases.toSorted((a, b) => (a.ended_at < b.ended_at ? -1 : 1))
  const since = new Date(now.getTime() - days * 86_400_000).toISOString()
  const before = sorted.findLastIndex(({ ended_at }) => ended_at <= since)
  return sorted.slice(Math.max(0, before))
}

/**
 * Returns the segments that no base copy needs: those before the first segment of the oldest copy on their timeline, and all of an older
 * timeline without a copy.
 */
export const expiredSegments = (segments: readonly string[], bases: readonly Pick<BaseManifest, "first_wal">[]): string[] => {
  const first = new Map<string, string>()
  for (const { first_wal } of bases) {
    const earlier = first.get(timelineOf(first_wal))
    if (!earlier || first_wal < earlier) first.set(timelineOf(first_wal), first_wal)
  }
  const newest = [...first.keys()].toSorted().at(-1)
  if (!newest) return []
  return segments.filter((segment) => {
    if (segment.endsWith(".history")) return false
    const limit = first.get(timelineOf(segment))
    return limit ? segment.slice(0, 24) < limit : timelineOf(segment) < newest
  })
}

/** The newest base copy that ended before the moment; null for the newest moment of all. */
export const baseFor = <B extends { ended_at: string }>(bases: readonly B[], until: Date | null): B | null =>
  bases
    .toSorted((a, b) => (a.ended_at < b.ended_at ? -1 : 1))
    .findLast(({ ended_at }) => !until || new Date(ended_at).getTime() < until.getTime()) ?? null

/** Beijing is eight hours ahead, all year. */
const beijing = "+08:00"
const localMoment = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2})(:\d{2})?$/
const exactMoment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2})$/

/** Reads `2026-11-27 12:00` in Beijing, or a moment with its zone; null for `latest`. @throws StartError */
export const readMoment = (text: string): Date | null => {
  if (text === "latest") return null
  const [, day, minute, second = ":00"] = localMoment.exec(text) ?? []
  const at = day ? new Date(`${day}T${minute}${second}${beijing}`) : exactMoment.test(text) ? new Date(text) : null
  // a day that does not exist, such as 02-30, becomes another one
  const isReal = at && !Number.isNaN(at.getTime()) && (!day || new Date(at.getTime() + 8 * 3_600_000).toISOString().startsWith(day))
  if (!isReal) throw new StartError(`看不懂 --until ${text}，应该像 "2026-11-27 12:00"（北京时间），或者 latest。`)
  return at
}

/** A moment as operators read it. */
export const momentText = (at: Date): string =>
  `${new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(0, 19).replace("T", " ")}（北京时间）`
