import type { Parsed } from "@/lib/contract/types"
import type { LoggedIn } from "@/server/context"
import { AppError, invalid, unavailable } from "@/server/errors"
import { PageError } from "@/server/ports/web/page-reader"
import { WebError } from "@/server/ports/web/web.port"
import { sanitized } from "@/server/security/sanitized"
import { requireCrawlRight } from "../../people/user/rights.policy"
import { linesOf, webAddress } from "./address.rules"
import { isPage } from "./kinds.rules"
import { Impolite, politely } from "./politeness.usecases"
import { replacementsOf } from "./replacements.rules"
import { sentenceOf } from "./sentences.rules"

const maxBytes = 5_000_000
/** Shorter than the client timeout (30 s), including the waits for the other site's rate limit. */
const timeoutMs = 25_000

/**
 * Extracts the article of another site's page for the editor; stores nothing. Its images stay external until the article is saved, which
 * downloads them as for every article (docs/decisions/103).
 */
export const crawlArticle = async (ctx: LoggedIn, { url, mode = 0, ...written }: Parsed<"POST /article/crawl">) => {
  await requireCrawlRight(ctx)
  const address = webAddress(url)
  if (!address) throw invalid("请输入以 http:// 或 https:// 开头的完整链接", "url")
  const custom = mode === 1
  const rules = {
    select: custom ? linesOf(written.select ?? "") : [],
    exclude: custom ? linesOf(written.exclude ?? "") : [],
    replace: custom ? replacementsOf(written.replace ?? "") : [],
  }
  if (!rules.replace) throw invalid("替换规则应为一行一条的“原文 => 新文”", "replace")
  try {
    const signal = AbortSignal.timeout(timeoutMs)
    const answer = await ctx.app.web.read(address, {
      ...{ maxBytes, timeoutMs, signal },
      accept: "text/html,application/xhtml+xml",
      before: (one) => politely(ctx, one, { signal }),
      accepts: isPage,
    })
    if (!answer.body) throw invalid("这个链接不是网页", "url")
    const page = { bytes: answer.body, type: answer.type, url: answer.url }
    const article = await ctx.app.pageReader.article(page, { ...rules, replace: rules.replace })
    const { html, text } = await sanitized(ctx, "article", article.content, "url")
    if (!text && !html.includes("<img")) throw invalid("没有在网页里找到正文，可以改用自定义选择器", custom ? "select" : "url")
    return { ...article, content: html, description: article.description || [...text].slice(0, 200).join(""), source_url: answer.url }
  } catch (error) {
    throw refusalOf(error)
  }
}

const refusalOf = (error: unknown): unknown => {
  if (error instanceof AppError) return error
  if (error instanceof PageError) return invalid(sentenceOf(error), error.reason === "selector" ? "select" : "url")
  if (error instanceof WebError && error.reason === "address") return invalid(sentenceOf(error), "url")
  if (error instanceof WebError || error instanceof Impolite) return invalid(sentenceOf(error), "url")
  return error instanceof Error && error.name === "AbortError" ? unavailable("对方网站太久没有回应，请稍后再试") : error
}
