import { z } from "zod"

/** A table of the backup: its file holds the output of COPY, gzipped. */
const Table = z.object({
  name: z.string(),
  columns: z.array(z.string()),
  rows: z.number().int(),
  bytes: z.number().int(),
  sha256: z.string(),
})
export type BackupTable = z.output<typeof Table>

/**
 * The contents of a backup. `last_step`: the newest migration of the schema (ms). `files`: the list of files, with their number and bytes.
 * `missing`: files that rows named and that the site had lost already.
 */
export const Manifest = z.object({
  format: z.literal(1),
  version: z.string(),
  last_step: z.number().int(),
  created_at: z.string(),
  tables: z.array(Table),
  sequences: z.record(z.string(), z.string()),
  files: z.object({ count: z.number().int(), bytes: z.number().int(), sha256: z.string() }),
  missing: z.array(z.string()),
})
export type Manifest = z.output<typeof Manifest>

/** One stored file: its storage key, its size, and the SHA-256 under which the backup keeps it. */
export type BackupFile = { key: string; size: number; sha256: string }

export const objectPath = (sha256: string): string => `objects/${sha256.slice(0, 2)}/${sha256}`
/** The file of a table, within its backup. */
export const tableFile = (table: string): string => `tables/${table}.copy.gz`
/** The name of a backup is its time, so that names sort by age. */
export const backupName = (at: Date): string => at.toISOString().slice(0, 19).replaceAll(":", "-") + "Z"
export const timeOfBackup = (name: string): Date | null => {
  const parts = /^(\d{4}-\d{2}-\d{2}T)(\d{2})-(\d{2})-(\d{2})Z$/.exec(name)
  return parts ? new Date(`${parts[1]}${parts[2]}:${parts[3]}:${parts[4]}Z`) : null
}
