import { EngineError, type OpenSearchEngine } from "./engine"
import { mapping, settings, version } from "./mapping"
import type { OpenSearchJson } from "./json"

/*
 * The index has generations: `doujia-1`, `doujia-2`… Searches use the alias `doujia`. The alias `doujia-build` is the generation that is
 * being filled, if any. Each generation also has its own alias (`doujia-2-rows`), through which it is filled.
 */

export const buildAlias = (alias: string) => `${alias}-build`
const ownAlias = (index: string) => `${index}-rows`

const create = (engine: OpenSearchEngine, index: string, aliases: string[], more: OpenSearchJson = {}) =>
  engine("PUT", `/${index}`, {
    body: {
      settings: { ...settings, ...more },
      mappings: { ...mapping, _meta: metaOf(false) },
      aliases: Object.fromEntries([...aliases, ownAlias(index)].map((name) => [name, {}])),
    },
    seconds: 60,
  })

/** Describes a generation in its mapping. `complete`: it has been filled from the database once. */
type Meta = { version?: number; complete?: boolean }
const metaOf = (complete: boolean): Meta => ({ version, complete })
const mark = (engine: OpenSearchEngine, index: string, complete: boolean) =>
  engine("PUT", `/${index}/_mapping`, { body: { _meta: metaOf(complete) }, seconds: 60 })

/** Returns the metadata of the live generation; null if there is none. */
export const readMeta = async (engine: OpenSearchEngine, alias: string): Promise<Meta | null> => {
  const path = `/${alias}/_mapping?filter_path=*.mappings._meta`
  const { status, data } = await engine<Record<string, { mappings?: { _meta?: Meta } }>>("GET", path, { allowed: [404] })
  return status === 404 ? null : (Object.values(data)[0]?.mappings?._meta ?? {})
}

const hasAlias = async (engine: OpenSearchEngine, name: string): Promise<boolean> =>
  (await engine("HEAD", `/_alias/${name}`, { allowed: [404] })).status === 200

/**
 * Creates the live generation if there is none. Processes that start together create it only once. A generation without the alias comes
 * from a restored snapshot: it becomes the live one, but counts as incomplete, since documents may have changed since.
 */
export const createFirst = async (engine: OpenSearchEngine, alias: string): Promise<void> => {
  if (await hasAlias(engine, alias)) return
  const before = await generations(engine, alias)
  if (before.some(({ live }) => live)) return
  const restored = before.findLast(({ building }) => !building)
  if (restored) {
    const { index } = restored
    await mark(engine, index, false)
    const actions = [alias, ownAlias(index)].map((name) => ({ add: { index, alias: name } }))
    return void (await engine("POST", "/_aliases", { body: { actions }, seconds: 60 }))
  }
  await create(engine, `${alias}-${numberAfter(before)}`, [alias]).catch(async (error: unknown) => {
    const isCreated = error instanceof EngineError && error.type === "resource_already_exists_exception"
    if (!isCreated || !(await hasAlias(engine, alias))) throw error
  })
}

export const isBuilding = (engine: OpenSearchEngine, alias: string): Promise<boolean> => hasAlias(engine, buildAlias(alias))

type Generation = { index: string; number: number; live: boolean; building: boolean }

/** Lists the generations, oldest first. */
const generations = async (engine: OpenSearchEngine, alias: string): Promise<Generation[]> => {
  const { data } = await engine<Record<string, { aliases: OpenSearchJson }>>("GET", `/${alias}-*/_alias`, { allowed: [404] })
  return Object.entries(data)
    .flatMap(([index, { aliases = {} }]) => {
      const number = index.slice(alias.length + 1)
      return /^\d+$/.test(number) ? [{ index, number: Number(number), live: alias in aliases, building: buildAlias(alias) in aliases }] : []
    })
    .toSorted((one, other) => one.number - other.number)
}
const numberAfter = (before: Generation[]) => (before.at(-1)?.number ?? 0) + 1

/**
 * Starts a new generation. Deletes the remains of an interrupted run. A run that is still in progress is deleted too and fails with an
 * error.
 */
export const beginBuild = async (engine: OpenSearchEngine, alias: string): Promise<{ index: string; rows: string }> => {
  const before = await generations(engine, alias)
  for (const { index, live } of before) if (!live) await engine("DELETE", `/${index}`, { allowed: [404] })
  const index = `${alias}-${numberAfter(before)}`
  await create(engine, index, [buildAlias(alias)], { refresh_interval: "-1" })
  return { index, rows: ownAlias(index) }
}

/** Replaces the live generation with the new one atomically. */
export const replaceLive = async (engine: OpenSearchEngine, alias: string, index: string): Promise<void> => {
  await engine("PUT", `/${index}/_settings`, { body: { index: { refresh_interval: null } } })
  await engine("POST", `/${index}/_refresh`, { seconds: 120 })
  await mark(engine, index, true)
  const before = (await generations(engine, alias)).filter(({ live }) => live)
  const actions = [
    { remove: { index, alias: buildAlias(alias) } },
    { add: { index, alias } },
    ...before.map((one) => ({ remove_index: { index: one.index } })),
  ]
  await engine("POST", "/_aliases", { body: { actions }, seconds: 60 })
  const removed = { query: { term: { removed: true } } }
  await engine("POST", `/${alias}/_delete_by_query?conflicts=proceed&refresh=true`, { body: removed, seconds: 60 })
}
