import { setTimeout as pause } from "node:timers/promises"
import { and, eq, sql } from "drizzle-orm"
import { readSetting, type Setting } from "@/lib/contract/setting"
import { settingGroups, type SettingGroup, type SettingValues } from "@/lib/contract/site/settings.groups"
import type { Ctx, DbCtx, Services } from "@/server/context"
import { isConnectionLost } from "@/server/errors"
import { configTable } from "./settings.table"

type SavedTexts = Record<string, string>
/**
 * Settings are read on nearly every request: cached for a minute and invalidated when any process writes one. `last` are the values read
 * last, which apply as long as the database does not answer.
 */
const keepMs = 60_000
type Cached = { until: number; values: Promise<SavedTexts>; last: SavedTexts | null }
const memory = new WeakMap<Services, Cached>()
/** How long callers wait for the database before the last values apply, and how long after an error it is not queried again (ms). */
const [patienceMs, retryMs] = [3_000, 2_000]

const read = async (app: Services): Promise<SavedTexts> => {
  const rows = await app.database.aside.select().from(configTable)
  return Object.fromEntries(rows.map((row) => [`${row.category}.${row.name}`, row.value]))
}

/** The next caller reads them again. */
export const forgetSettings = (app: Services): void => {
  const cached = memory.get(app)
  if (cached) memory.set(app, { ...cached, until: 0 })
}

/** Returns the saved values by "group.name". */
export const savedSettings = (app: Services): Promise<SavedTexts> => {
  const cached = memory.get(app)
  if (cached && cached.until > Date.now()) return cached.values
  const last = cached?.last ?? null
  const reading = read(app)
  const values = last ? withinPatience(reading, last) : reading
  const next: Cached = { until: Date.now() + keepMs, values, last }
  memory.set(app, next)
  reading.then(
    (fresh) => Object.assign(next, { values: reading, last: fresh }),
    () => {
      if (last) next.until = Date.now() + retryMs
      else if (memory.get(app) === next) memory.delete(app)
    },
  )
  return values
}

const withinPatience = (reading: Promise<SavedTexts>, last: SavedTexts): Promise<SavedTexts> =>
  Promise.race([
    reading.catch((error: unknown) => (isConnectionLost(error) ? last : Promise.reject(error as Error))),
    pause(patienceMs, last, { ref: false }),
  ])

/** Returns the current rows of changed settings from the database, by "group.name"; all others have their default. */
export const settingRows = async ({ db }: DbCtx): Promise<Map<string, { value: string; updated_at: Date }>> =>
  new Map((await db.select().from(configTable)).map((row) => [`${row.category}.${row.name}`, row]))

/** Parsed groups of these texts: each is built once and shared. */
const groupsOf = new WeakMap<SavedTexts, Map<SettingGroup, object>>()

/** Returns the settings of one group, typed and with defaults. The object is shared by all callers and must not be modified. */
export const settingsOf = async <G extends SettingGroup>(app: Services, group: G): Promise<SettingValues<G>> => {
  const texts = await savedSettings(app)
  const groups = groupsOf.get(texts) ?? new Map<SettingGroup, object>()
  groupsOf.set(texts, groups)
  const existing = groups.get(group)
  if (existing) return existing as SettingValues<G>
  const entries = Object.entries(settingGroups[group] as Record<string, Setting>)
  const values = Object.freeze(
    Object.fromEntries(entries.map(([name, setting]) => [name, readSetting(setting, texts[`${group}.${name}`])])),
  ) as SettingValues<G>
  groups.set(group, values)
  return values
}

/** Reads one group from the database, for a program that has no services. */
export const readSettingGroup = async <G extends SettingGroup>(ctx: DbCtx, group: G): Promise<SettingValues<G>> => {
  const rows = await settingRows(ctx)
  const entries = Object.entries(settingGroups[group] as Record<string, Setting>)
  return Object.fromEntries(
    entries.map(([name, setting]) => [name, readSetting(setting, rows.get(`${group}.${name}`)?.value)]),
  ) as SettingValues<G>
}

/** Saves settings of one group; the type excludes unknown names. */
export const saveSettings = <G extends SettingGroup>(ctx: Ctx, group: G, values: Partial<SettingValues<G>>): Promise<void> =>
  saveSettingTexts(
    ctx,
    group,
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, Array.isArray(value) ? value.join(",") : String(value)])),
  )

const writeSetting = ({ db }: DbCtx, category: string, name: string, value: string) =>
  db
    .insert(configTable)
    .values({ category, name, value })
    .onConflictDoUpdate({ target: [configTable.category, configTable.name], set: { value, updated_at: sql`now()` } })

/** Saves settings of one group as text, in their stored format. */
export const saveSettingTexts = (ctx: Ctx, group: SettingGroup, values: Record<string, string>): Promise<void> =>
  ctx.tx(async (ctx) => {
    for (const [name, text] of Object.entries(values)) await writeSetting(ctx, group, name, text)
    await ctx.changed("settings")
  })

/** Saves a value that no settings screen shows. */
export const saveInternal = (ctx: Ctx, name: string, value: string): Promise<void> =>
  ctx.tx(async (ctx) => {
    await writeSetting(ctx, "internal", name, value)
    await ctx.changed("settings")
  })

/* Marks for steps that run once per site. */

export const isMarked = async ({ db }: DbCtx, name: string): Promise<boolean> =>
  (await db.$count(configTable, and(eq(configTable.category, "internal"), eq(configTable.name, name)))) > 0

/** Sets the mark. Returns true if it was not set before. */
export const mark = async ({ db }: DbCtx, name: string): Promise<boolean> =>
  (await db.insert(configTable).values({ category: "internal", name, value: "true" }).onConflictDoNothing().returning()).length > 0
