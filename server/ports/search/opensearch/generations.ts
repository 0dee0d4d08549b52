import type { OpenSearchEngine } from "./engine"
import { mapping, settings } from "./mapping"
import type { OpenSearchJson } from "./json"

/*
 * The index has generations: `doujia-1`, `doujia-2`… Searches use the alias `doujia`. The alias `doujia-build` is the generation that is
 * being filled, if any. Each generation also has its own alias (`doujia-2-rows`), through which it is filled.
 */

export const buildAlias = (alias: string) => `${alias}-build`
const ownAlias = (index: string) => `${index}-rows`

const create = (engine: OpenSearchEngine, index: string, aliases: string[], allowed: number[], more: OpenSearchJson = {}) =>
  engine("PUT", `/${index}`, {
    body: {
      settings: { ...settings, ...more },
      mappings: mapping,
      aliases: Object.fromEntries([...aliases, ownAlias(index)].map((name) => [name, {}])),
    },
    allowed,
    seconds: 60,
  })

/** Creates the first generation if there is none. Processes that start together create it only once. */
export const createFirst = async (engine: OpenSearchEngine, alias: string): Promise<void> => {
  const { status } = await engine("HEAD", `/_alias/${alias}`, { allowed: [404] })
  if (status === 404) await create(engine, `${alias}-1`, [alias], [400])
}

export const isBuilding = async (engine: OpenSearchEngine, alias: string): Promise<boolean> =>
  (await engine("HEAD", `/_alias/${buildAlias(alias)}`, { allowed: [404] })).status === 200

type Generation = { index: string; number: number; live: boolean }

const generations = async (engine: OpenSearchEngine, alias: string): Promise<Generation[]> => {
  const { data } = await engine<Record<string, { aliases: OpenSearchJson }>>("GET", `/${alias}-*/_alias`, { allowed: [404] })
  return Object.entries(data).flatMap(([index, { aliases = {} }]) => {
    const number = index.slice(alias.length + 1)
    return /^\d+$/.test(number) ? [{ index, number: Number(number), live: alias in aliases }] : []
  })
}

/**
 * Starts a new generation. Deletes what an interrupted run left behind. A run that is still in progress is deleted too and fails with an
 * error.
 */
export const beginBuild = async (engine: OpenSearchEngine, alias: string): Promise<{ index: string; rows: string }> => {
  const before = await generations(engine, alias)
  for (const { index, live } of before) if (!live) await engine("DELETE", `/${index}`, { allowed: [404] })
  const index = `${alias}-${Math.max(0, ...before.map(({ number }) => number)) + 1}`
  await create(engine, index, [buildAlias(alias)], [], { refresh_interval: "-1" })
  return { index, rows: ownAlias(index) }
}

/** Replaces the live generation with the new one atomically. */
export const replaceLive = async (engine: OpenSearchEngine, alias: string, index: string): Promise<void> => {
  await engine("PUT", `/${index}/_settings`, { body: { index: { refresh_interval: null } } })
  await engine("POST", `/${index}/_refresh`, { seconds: 120 })
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
