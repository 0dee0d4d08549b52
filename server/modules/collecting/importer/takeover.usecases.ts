import type { Ctx } from "@/server/context"
import type { PgTable } from "drizzle-orm/pg-core"
import type { SourceDatabase } from "@/server/db/mariadb"
import { foretoldIds, sequenceIds } from "@/server/db/row-ids"
import { StartError } from "@/server/errors"
import { recount } from "../../library/category/counts.usecases"
import { listPermissionIds } from "../../people/group/permission.usecases"
import { rebuildJob } from "../../library/search/index.jobs"
import { importedAtName, keep, readKept } from "../../site/settings/internal-texts.usecases"
import { attachment, countDamagedFiles } from "./attachment-mapping.usecases"
import { noteOtherDownloads, prepareCounting, recountAll } from "./counters.usecases"
import { clearSite, requireEmptySite } from "./empty-site.usecases"
import { noProgress, takeTable, type TableProgress } from "./engine.usecases"
import { firstTimeOf, isSameSite, marksOf, requireFamily, type SourceMarks } from "./identity.usecases"
import { listImported } from "./import-row.repository"
import type { ImportContext } from "./mapping.usecases"
import { noteLeftovers } from "./leftovers.usecases"
import { noteOrphans } from "./orphans.usecases"
import { mappings } from "./mappings.usecases"
import { removeLeaving } from "./removal.usecases"
import type { Preference } from "./merge.rules"
import { lastIdsOf, targetIdsOf } from "./target-ids.usecases"
import { parentsOf, releaseAnswers } from "./trees.usecases"

/** The progress of the import, saved with every batch. `finished`: the next run starts again at the first row. */
type State = {
  /** The address of the source at the last run. */
  source: string
  /** The first rows of the source: a later run recognizes the source from them at another address. */
  marks?: SourceMarks
  finished: boolean
  /** The first import: rows keep their ids, and the first administrator becomes the source's. */
  first?: boolean
  places: Record<string, TableProgress>
  /** The last id of each table when this import began. */
  lastIds?: Record<string, number>
  /** Where the differences of this import are listed. */
  log?: string
}
const stateName = "import"

export type ImportStep = { title: string; done: number; total: number }
export type TakeoverOptions = {
  source: SourceDatabase
  /** The folder of the source files. */
  folder: string
  /** The folder of our samples. */
  samples: string
  dry: boolean
  /** Rows per transaction. */
  batch?: number
  /** The side that wins if both have changed a value; default "here". */
  prefer?: Preference
  /** Where the caller lists the differences: a resumed import goes on with that list (`readUnfinished`). */
  log?: string
  /** Called from time to time with the finished rows of one table. */
  onStep?: (step: ImportStep) => void
  /** `raw`: details for the log only. */
  onDifference?: (line: string, raw?: string) => void
}
/** `damaged`: of the table of files, how many have another content than the source recorded. */
export type TableReport = TableProgress["counts"] & { source: string; title: string; missing: boolean; damaged?: number }

/** An import that was killed. `isReported`: whether the differences of this row are final, and not reported again. */
export type UnfinishedImport = { log: string | null; isReported: (table: string, id: number) => boolean }

/** Returns the import that the next run resumes; null if it starts anew. */
export const readUnfinished = async (ctx: Ctx): Promise<UnfinishedImport | null> => {
  const savedState = await readKept(ctx, stateName)
  const state = savedState ? (JSON.parse(savedState) as State) : null
  if (!state || state.finished) return null
  const isReported = (table: string, id: number) => {
    const place = state.places[table]
    // lines about a whole table are written again
    return place !== undefined && id > 0 && (place.done || id <= place.cursor)
  }
  return { log: state.log ?? null, isReported }
}

/** Ends a dry run: everything that it wrote is undone. */
class DryRunEnd extends Error {}

/**
 * Imports a site of this family: its database row by row, its files by hash (docs/decisions/090). The target must be empty, or filled from
 * the same source; then changes, additions and deletions since are applied. A killed import resumes after the last batch. A dry run does the
 * same in one transaction, copies no file, and undoes it.
 * @throws StartError a sentence if it cannot begin
 */
export const takeOver = async (ctx: Ctx, options: TakeoverOptions): Promise<TableReport[]> => {
  requireFamily(options.source)
  if (!options.dry) return takeAll(ctx, options)
  let report: TableReport[] = []
  try {
    await ctx.tx(async (ctx) => {
      report = await takeAll(ctx, options)
      throw new DryRunEnd()
    })
  } catch (error) {
    if (!(error instanceof DryRunEnd)) throw error
  }
  return report
}

const tables: ReadonlyMap<string, PgTable> = new Map(mappings.map(({ source, target }) => [source, target]))
const tablesWithIds: ReadonlyMap<string, PgTable> = new Map(
  mappings.flatMap(({ source, target, key }) => (key ? [] : [[source, target] as const])),
)
const firstAdministrator = new Set([1])
const nobody: ReadonlySet<number> = new Set()

const takeAll = async (ctx: Ctx, options: TakeoverOptions): Promise<TableReport[]> => {
  const { source, dry } = options
  const state = await beginState(ctx, options)
  const adoptedOf = (table: string) => (state.first && table === "user" ? firstAdministrator : nobody)
  const idSource = dry ? foretoldIds() : sequenceIds
  const world: ImportContext = {
    source,
    originals: { folder: options.folder, absent: new Set() },
    dry,
    batch: options.batch ?? 500,
    firstTime: (await firstTimeOf(source)) ?? ctx.now(),
    prefer: options.prefer ?? "here",
    idSource,
    targetIds: (ctx, table, ids) =>
      targetIdsOf(ctx, table, tables.get(table)!, ids, { idSource, lastId: state.lastIds?.[table] ?? 0, adopted: adoptedOf(table) }),
    isAdopted: (table, targetId) => adoptedOf(table).has(targetId),
    note: (table, id, difference, raw) => options.onDifference?.(`${table} ${id}\t${difference}`, raw),
    orphans: new Map(),
    parents: await parentsOf(source),
    leaving: new Map(),
    permissions: await permissionsOf(ctx, source),
  }
  const report: TableReport[] = []
  for (const mapping of mappings) {
    const missing = !source.has(mapping.source)
    let progress = state.places[mapping.source] ?? noProgress()
    if (!missing) {
      for (const [sentence, orphans] of progress.orphans ?? []) world.orphans.set(sentence, orphans)
      if (progress.leaving) world.leaving.set(mapping, await listImported(ctx.db, mapping.source, progress.leaving))
      const total = progress.counts.read + (await source.count(mapping.source, progress.cursor))
      const keepPlace = (ctx: Ctx, next: TableProgress) =>
        keep(ctx, stateName, JSON.stringify({ ...state, places: { ...state.places, [mapping.source]: next } } satisfies State))
      for await (const next of takeTable(ctx, world, mapping, progress, keepPlace)) {
        progress = state.places[mapping.source] = next
        options.onStep?.({ title: mapping.title, done: progress.counts.read, total })
      }
      noteOrphans(world, mapping.source)
    }
    report.push({ source: mapping.source, title: mapping.title, missing, ...progress.counts })
  }
  await removeLeaving(ctx, world)
  await ctx.tx((ctx) => releaseAnswers(ctx, world))
  await noteLeftovers(world, mappings)
  await finish(ctx, world, state, report)
  const damaged = await countDamagedFiles(ctx)
  return report.map((one) => (one.source === attachment.source ? { ...one, damaged } : one))
}

/** Resumes where an earlier run of the same source stopped; otherwise starts a new run into an empty site. */
const beginState = async (ctx: Ctx, { source, samples, dry, log }: TakeoverOptions): Promise<State> => {
  const savedState = await readKept(ctx, stateName)
  const before = savedState ? (JSON.parse(savedState) as State) : null
  const marks = await marksOf(source)
  if (before && !isSameSite(before, { name: source.name, marks }))
    throw new StartError(`这个网站是从另一个网站（${before.source}）转入的，${source.name} 的内容和它不一样，不能再转入。`)
  if (before && !before.finished)
    return { ...before, source: source.name, log, lastIds: before.lastIds ?? (await lastIdsOf(ctx, tablesWithIds)) }
  if (!before) {
    await requireEmptySite(ctx, samples)
    await clearSite(ctx, { dry })
  }
  const state: State = {
    source: source.name,
    marks,
    finished: false,
    first: !before,
    places: {},
    lastIds: before ? await lastIdsOf(ctx, tablesWithIds) : {},
    log,
  }
  await keep(ctx, stateName, JSON.stringify(state))
  return state
}

/** Maps source permission ids to ours; both identify permissions by method and path. */
const permissionsOf = async (ctx: Ctx, source: SourceDatabase): Promise<Map<number, number>> => {
  const ours = await listPermissionIds(ctx)
  const permissionIds = new Map<number, number>()
  if (source.has("permission"))
    for await (const { id, method, path } of source.rows("permission", 0)) {
      const ourId = ours.get(`${method} ${path}`)
      if (ourId) permissionIds.set(id, ourId)
    }
  return permissionIds
}

/** Updates the id sequences, counts and search, and invalidates the pages that changed. */
const finish = (ctx: Ctx, world: ImportContext, state: State, report: TableReport[]): Promise<void> =>
  ctx.tx(async (ctx) => {
    const moved = report.some(({ added, changed, removed }) => added + changed + removed > 0)
    if (moved) {
      await prepareCounting(ctx)
      await recount(ctx)
      await recountAll(ctx, world)
      if (state.first) await noteOtherDownloads(ctx, world)
      await ctx.enqueue(rebuildJob, {}, { key: "all" })
      await ctx.changed("*")
      await ctx.announce("rights")
    }
    if (state.first) await keep(ctx, importedAtName, ctx.now().toISOString())
    await keep(ctx, stateName, JSON.stringify({ ...state, finished: true }))
  })
