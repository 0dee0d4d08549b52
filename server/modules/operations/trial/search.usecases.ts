import type { LoggedIn } from "@/server/context"
import { SearchUnavailable } from "@/server/ports/search/search.port"
import { troubleTextOf } from "@/server/ports/search/trouble"

const sentenceOf = ({ status, advice }: SearchUnavailable): string => {
  if (advice) return advice
  if (status === 0) return "没有回应：请看地址和端口对不对，引擎有没有启动"
  if (status === 401 || status === 403) return "拒绝了用户名或密码，请核对 SEARCH_URL"
  return `回答了错误 ${status}，原因在服务器的日志里`
}

/**
 * Serves `GET /config/search/test`: reads the size of the index and runs one search, from segmentation to hits. Never fails: an index that
 * does not answer is a result.
 */
export const checkSearch = async ({ app, request }: LoggedIn) => {
  const { search } = app
  const begun = performance.now()
  try {
    const [{ entries, changed }, condition] = await Promise.all([search.state(), search.condition()])
    const searchStart = performance.now()
    const terms = await search.cut("文档")
    await search.find({ terms, filter: {}, sort: "default", offset: 0, limit: 10, now: app.now() })
    return {
      engine: search.engine,
      error: troubleTextOf(condition),
      entries,
      waiting: changed,
      settled: changed === 0,
      milliseconds: Math.round(performance.now() - searchStart),
    }
  } catch (error) {
    if (!(error instanceof SearchUnavailable)) throw error
    app.log.warn({ err: error, request: request.id }, "搜索引擎没有应答")
    const milliseconds = Math.round(performance.now() - begun)
    return { engine: search.engine, error: sentenceOf(error), entries: 0, waiting: 0, settled: false, milliseconds }
  }
}
