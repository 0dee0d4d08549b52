import type { Analyser } from "./analyser"
import { nothingFound } from "./facets"
import { documentOf, idOf, scoreOf } from "./opensearch/documents"
import { answerSeconds, createEngine, EngineError } from "./opensearch/engine"
import { find } from "./opensearch/finding"
import { beginBuild, buildAlias, createFirst, isBuilding, readMeta, replaceLive } from "./opensearch/generations"
import { troubleOf } from "./opensearch/health"
import type { OpenSearchJson } from "./opensearch/json"
import { version } from "./opensearch/mapping"
import { all } from "./opensearch/matching"
import { correct, suggest } from "./opensearch/titles"
import { bulk, type BulkAction, type Outcome } from "./opensearch/writing"
import type { Counters, SearchEntry, EntryKey, SearchPort } from "./search.port"

/** `url`: SEARCH_URL, one address or several; `alias` is the alias of the index in the cluster; `seconds` is the deadline of a search. */
type Options = { url: string; alias: string; analyser: Analyser; seconds?: number }

/** Batch size for reading ids and updating documents. */
const atOnce = 5_000
/**
 * Minimum change of the static score that is written. Smaller changes, such as one more view of a popular document, do not affect the
 * order.
 */
const leastChange = 0.05

/** Deadline of reads of whole batches, in seconds: no page waits for them. */
const bulkSeconds = 30
/** How long the site trusts that the index is complete, and that it is not (ms). */
const metaMs = { complete: 10_000, incomplete: 1_000 }

/** Full-text search in an OpenSearch cluster (docs/decisions/054). */
export const createOpenSearch = ({ url, alias, analyser, seconds = answerSeconds }: Options): SearchPort => {
  const engine = createEngine(url, seconds)
  const build = buildAlias(alias)
  let first: Promise<void> | null = null
  let meta = { complete: false, obsolete: false, until: 0 }
  const readCondition = async () => {
    const { complete = false, version: built } = (await readMeta(engine, alias)) ?? {}
    meta = { complete, obsolete: built !== version, until: performance.now() + (complete ? metaMs.complete : metaMs.incomplete) }
    return meta
  }
  const ready = async (): Promise<void> => {
    first ??= createFirst(engine, alias).then(async () => void (await readCondition()))
    await first.catch((error: unknown) => {
      first = null
      throw error
    })
  }
  /** Creates the index again if the engine has lost it, for example with its data folder. It is then incomplete (`condition`). */
  const withIndex = async <T>(work: () => Promise<T>): Promise<T> => {
    await ready()
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof EngineError) || error.status !== 404) throw error
      first = null
      await ready()
      return work()
    }
  }
  const documents = async (entries: readonly SearchEntry[]): Promise<{ id: string; content: OpenSearchJson }[]> => {
    const list: { id: string; content: OpenSearchJson }[] = []
    for (const entry of entries) list.push({ id: idOf(entry), content: documentOf(entry, await analyser.analyse(entry)) })
    return list
  }
  /** Also writes to the index that is being built. */
  const write = (actions: BulkAction[], whileBuilding: BulkAction[]) =>
    withIndex(async () => {
      if (!actions.length) return
      const more = (await isBuilding(engine, alias)) ? whileBuilding : []
      await bulk(engine, [...actions, ...more], { refresh: true, ignored })
    })
  /** A deleted entry may be missing already, and the index that is being built may be finished or deleted by now. */
  const ignored = ({ _index, status, error }: Outcome) =>
    status === 404 && (_index === build || error?.type !== "index_not_found_exception")
  const put = async (entries: readonly SearchEntry[]) => {
    const rows = await documents(entries)
    const into = (name: string) => rows.map((row): BulkAction => ({ action: "index", alias: name, ...row }))
    await write(into(alias), into(build))
  }
  const remove = (keys: readonly EntryKey[]) =>
    write(
      keys.map((key): BulkAction => ({ action: "delete", alias, id: idOf(key) })),
      keys.map((key): BulkAction => ({ action: "index", alias: build, id: idOf(key), content: { removed: true } })),
    )
  const rebuild = async (source: AsyncIterable<readonly SearchEntry[]>) => {
    await ready()
    const { index, rows } = await beginBuild(engine, alias)
    for await (const entries of source) {
      const actions = (await documents(entries)).map((row): BulkAction => ({ action: "create", alias: rows, ...row }))
      // Existing documents were put or removed during the build and are newer.
      await bulk(engine, actions, { refresh: false, ignored: ({ status }) => status === 409 })
    }
    await replaceLive(engine, alias, index)
    await readCondition()
  }
  const scoresOf = async (rows: readonly Counters[]): Promise<Map<string, number>> => {
    const body = { query: all([{ ids: { values: rows.map(idOf) } }]), size: rows.length, _source: false, docvalue_fields: ["score"] }
    const { data } = await engine<{ hits: { hits: { _id: string; fields: { score: number[] } }[] } }>("POST", `/${alias}/_search`, {
      body,
      seconds: bulkSeconds,
    })
    return new Map(data.hits.hits.map(({ _id, fields }) => [_id, fields.score[0] ?? 0]))
  }
  const recount = async (rows: readonly Counters[]) => {
    const scores = await scoresOf(rows)
    const actions = rows.flatMap((row): BulkAction[] => {
      const [id, score] = [idOf(row), scoreOf(row)]
      const before = scores.get(id)
      if (before === undefined || Math.abs(before - score) < leastChange) return []
      const { recommended, downloads, views, favorites, rating } = row
      return [{ action: "update", alias, id, content: { doc: { recommended, downloads, views, favorites, rating, score } } }]
    })
    await bulk(engine, actions, { refresh: true, ignored: ({ status }) => status === 404 })
  }
  const idsBetween = async (kind: number, from: number, to: number): Promise<number[]> => {
    const query = all([{ term: { kind } }, { range: { id: { gte: from, lte: to } } }])
    const ids: number[] = []
    for (;;) {
      const search_after = ids.length ? [ids.at(-1)] : undefined
      const body = { query, sort: [{ id: "asc" }], size: atOnce, _source: false, search_after }
      const { data } = await engine<{ hits: { hits: { sort: [number] }[] } }>("POST", `/${alias}/_search`, { body, seconds: bulkSeconds })
      ids.push(...data.hits.hits.map(({ sort }) => sort[0]))
      if (data.hits.hits.length < atOnce) return ids
    }
  }
  return {
    engine: "OpenSearch",
    put,
    remove,
    rebuild,
    known: (kind, from, to) => withIndex(() => idsBetween(kind, from, to)),
    find: async (query) => {
      if (!query.terms.length) return nothingFound()
      const result = await withIndex(() => find(engine, alias, query, seconds))
      if (performance.now() > meta.until) {
        meta.until = performance.now() + metaMs.incomplete
        // the search does not wait: the next one knows
        void readCondition().catch(() => undefined)
      }
      return meta.complete ? result : { ...result, omission: "building" }
    },
    suggest: (query) => withIndex(() => suggest(engine, alias, query)),
    correct: (word) => withIndex(() => correct(engine, alias, word)),
    cut: (text) => analyser.cut(text),
    // Scores are applied at query time, so there is no overall order to rebuild.
    settle: async (counters) => {
      await ready()
      for await (const rows of counters ?? []) for (let at = 0; at < rows.length; at += atOnce) await recount(rows.slice(at, at + atOnce))
    },
    state: () =>
      withIndex(async () => {
        const { data } = await engine<{ count: number }>("POST", `/${alias}/_count`, { body: { query: { exists: { field: "kind" } } } })
        return { entries: data.count, settled: data.count, changed: 0, settled_at: null, outdated: false }
      }),
    condition: () =>
      withIndex(async () => {
        const [{ complete, obsolete }, trouble] = await Promise.all([readCondition(), troubleOf(engine, alias)])
        return { complete, obsolete, trouble }
      }),
    close: () => analyser.close(),
  }
}
