import type { IndexTrouble } from "../search.port"
import { troubleTextOf } from "../trouble"
import { addressesOf, type EngineAddress } from "./addresses"
import { createEngine, EngineError, type OpenSearchEngine } from "./engine"
import { malformedAdvice } from "./engine-errors"
import { readMeta } from "./generations"
import { version as mappingVersion } from "./mapping"

type Version = { version: { distribution?: string; number: string } }
/** `works`: the engine answers searches over the whole index and accepts changes. */
type Health = { works: boolean; version: string; message: string }

const states: Record<string, string> = {
  green: "一切正常",
  yellow: "可以搜索，还缺副本（只有一个节点时总是这样）",
  red: "有分片丢失，搜索结果不全",
}
type Blocks = Record<string, { settings?: { index?: { blocks?: Record<string, string> } } }>

/** Returns the fault of an existing index. Missing rights for these calls do not count as one. */
export const troubleOf = async (engine: OpenSearchEngine, alias: string): Promise<IndexTrouble | null> => {
  const allowed = [401, 403, 404]
  const [health, settings] = await Promise.all([
    engine<{ status?: string }>("GET", `/_cluster/health/${alias}?timeout=1s`, { allowed: [...allowed, 408] }),
    engine<Blocks>("GET", `/${alias}/_settings?filter_path=*.settings.index.blocks`, { allowed }),
  ])
  if (health.data.status === "red") return "missing_shards"
  const blocks = settings.status === 200 ? Object.values(settings.data).map((one) => one.settings?.index?.blocks ?? {}) : []
  const isLocked = blocks.some((one) => ["read_only_allow_delete", "read_only", "write"].some((name) => one[name] === "true"))
  return isLocked ? "read_only" : null
}

/** Describes the index of a site; `works` is false if searches leave something out or changes are refused. */
const examineIndex = async (engine: OpenSearchEngine, alias: string): Promise<{ works: boolean; text: string }> => {
  const meta = await readMeta(engine, alias)
  if (!meta) return { works: true, text: `索引 ${alias} 还没有，启动网站时建立` }
  const problem = troubleTextOf({ complete: meta.complete ?? false, trouble: await troubleOf(engine, alias) })
  if (problem) return { works: false, text: problem }
  if (meta.version !== mappingVersion) return { works: true, text: `索引 ${alias} 是旧版本建立的，网站运行时会自己重建` }
  return { works: true, text: `索引 ${alias} 已建立` }
}

/** Asks one address of the cluster. */
const examineAddress = async (address: EngineAddress, alias: string): Promise<Health> => {
  const engine = createEngine([address])
  try {
    const { version } = (await engine<Version>("GET", "/", { seconds: 5 })).data
    if (!version?.number) return { works: false, version: "", message: "回答的不是 OpenSearch，请核对 SEARCH_URL" }
    const { data } = await engine<{ status: string }>("GET", "/_cluster/health", { seconds: 5 })
    const index = await examineIndex(engine, alias)
    const name = `${version.distribution ?? "不是 OpenSearch"} ${version.number}`
    return { works: data.status !== "red" && index.works, version: name, message: `${states[data.status] ?? data.status}；${index.text}` }
  } catch (error) {
    if (!(error instanceof EngineError)) throw error
    const isRefused = error.status === 401 || error.status === 403
    return { works: false, version: "", message: error.advice || (isRefused ? "用户名或密码不对，或者没有权限" : error.message) }
  }
}

/** Checks whether every address of SEARCH_URL answers, which engine it is, and the state of its index. */
export const examineEngine = async (urls: string, alias: string): Promise<Health> => {
  const addresses = addressesOf(urls)
  if (addresses.length === 0) return { works: false, version: "", message: malformedAdvice }
  const healths = await Promise.all(addresses.map((address) => examineAddress(address, alias)))
  const first = healths.find(({ works }) => works) ?? healths[0]!
  if (addresses.length === 1) return first
  const broken = healths.flatMap(({ works, message }, at) => (works ? [] : [`${addresses[at]!.host}：${message}`]))
  return broken.length ? { works: false, version: first.version, message: broken.join("；") } : first
}
