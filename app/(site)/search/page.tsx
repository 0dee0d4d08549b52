import type { Metadata } from "next"
import { SearchView } from "@/components/search/search-view"
import { readSiteFrame } from "@/components/site/read-site-frame"
import { serverApi } from "@/lib/api/server"
import { rowOf } from "@/lib/view/card"
import { withMarks } from "@/lib/view/list/highlight"
import { extChoices, searchSorts } from "@/lib/view/list/list-filters"
import { articleRowOf } from "@/lib/view/article-row"
import { relatedKeywords } from "@/lib/view/list/related-keywords"
import { pageError } from "@/lib/view/loading/page-error"
import { choiceParam, pageParam, textParam, type SearchParams } from "@/lib/view/list/query"

type Props = { searchParams: Promise<SearchParams> }

const size = 10

const readSearch = async ({ searchParams }: Props) => {
  const given = await searchParams
  return {
    wd: textParam(given, "wd"),
    type: choiceParam(given, "type", ["0", "1"]),
    page: pageParam(given),
    ext: choiceParam(given, "ext", extChoices),
    sort: choiceParam(given, "sort", searchSorts),
  }
}

export const generateMetadata = async (props: Props): Promise<Metadata> => {
  const { wd } = await readSearch(props)
  return { title: wd || "搜索", robots: { index: false, follow: true } }
}

type Asked = Awaited<ReturnType<typeof readSearch>>

/** What is looked for, asked for beside the frame; null without words. */
const readFound = async ({ wd, type, page, ext, sort }: Asked) => {
  if (!wd) return null
  if (type === "1") return { kind: "article" as const, reply: await serverApi("GET /article/list", { wd, page, size }) }
  return { kind: "document" as const, reply: await serverApi("GET /document/search", { wd, page, size, ext: ext || undefined, sort }) }
}

export default async function SearchPage(props: Props) {
  const asked = await readSearch(props)
  const [{ settings, navigation }, found] = await Promise.all([readSiteFrame(), readFound(asked)])
  const marked = <T extends { title: string; description: string }>(row: T): T => ({
    ...row,
    title: withMarks(row.title, asked.wd),
    description: withMarks(row.description, asked.wd),
  })
  const shared = { asked, navigation, keywords: settings.system.recommend_words, system: settings.system, now: Date.now(), size }
  if (!found) return <SearchView {...shared} found={null} />
  if (!found.reply.ok) throw pageError(found.reply.message)
  if (found.kind === "article") {
    const { total, article } = found.reply.data
    return <SearchView {...shared} found={{ kind: "article", total, articles: article.map(articleRowOf).map(marked) }} />
  }
  const { total, spend, document } = found.reply.data
  return (
    <SearchView
      {...shared}
      found={{
        kind: "document",
        total,
        spend,
        documents: document.map(rowOf).map(marked),
        related: settings.display.hide_keywords_on_lists ? [] : relatedKeywords(document, asked.wd),
      }}
    />
  )
}
