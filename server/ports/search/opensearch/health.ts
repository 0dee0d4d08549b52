import { createEngine, EngineError } from "./engine"

type Version = { version: { distribution?: string; number: string } }
/** `works`: the engine answers searches. */
type Health = { works: boolean; version: string; message: string }

const states: Record<string, string> = {
  green: "一切正常",
  yellow: "可以搜索，还缺副本（只有一个节点时总是这样）",
  red: "有分片丢失，搜索结果不全",
}

/** Checks whether an engine answers, which engine it is, and the state of its index. */
export const examineEngine = async (url: string, alias: string): Promise<Health> => {
  const engine = createEngine(url)
  try {
    const { version } = (await engine<Version>("GET", "/", { seconds: 5 })).data
    const { data } = await engine<{ status: string }>("GET", "/_cluster/health", { seconds: 5 })
    const { status } = await engine("HEAD", `/_alias/${alias}`, { allowed: [404], seconds: 5 })
    const index = status === 200 ? `索引 ${alias} 已建立` : `索引 ${alias} 还没有，启动网站时建立`
    const name = `${version.distribution ?? "不是 OpenSearch"} ${version.number}`
    return { works: data.status !== "red", version: name, message: `${states[data.status] ?? data.status}；${index}` }
  } catch (error) {
    if (!(error instanceof EngineError)) throw error
    const message = error.status === 401 || error.status === 403 ? "用户名或密码不对，或者没有权限" : error.message
    return { works: false, version: "", message }
  }
}
