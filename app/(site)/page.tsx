import type { Metadata } from "next"
import { HomeView } from "@/components/home/home-view"
import { WebsiteData } from "@/components/home/website-data"
import { readSiteFrame } from "@/components/site/read-site-frame"
import { serverApi } from "@/lib/api/server"
import { cardOf } from "@/lib/view/card"
import { pageError } from "@/lib/view/loading/page-error"
import { blockOf, headlineOf, shelfOf } from "@/lib/view/home"

export const generateMetadata = async (): Promise<Metadata> => ({
  alternates: { canonical: "/" },
  title: { absolute: (await readSiteFrame()).settings.system.title || "豆架" },
})

export default async function HomePage() {
  const [shell, recommended, latest, blocks, articles, stats] = await Promise.all([
    readSiteFrame(),
    serverApi("GET /document/list", { is_recommend: [true], limit: 12, size: 12, order: "recommend_at desc" }),
    serverApi("GET /document/list", { limit: 12, size: 12, order: "id desc" }),
    serverApi("GET /document/home", { limit: 6 }),
    serverApi("GET /article/list", { page: 1, size: 6 }),
    serverApi("GET /stats"),
  ])
  if (!latest.ok) throw pageError(latest.message)
  const chosen = recommended.ok && recommended.data.document.length > 0 ? recommended.data.document : null
  const { system, display } = shell.settings
  return (
    <>
      <WebsiteData system={system} />
      <HomeView
        shelfTitle={chosen ? "文档推荐" : "最新文档"}
        shelf={(chosen ?? latest.data.document).slice(0, 12).map(cardOf)}
        blocks={
          blocks.ok
            ? blocks.data.document.map(display.index_document_style === "list" ? shelfOf : blockOf).filter((block) => block.rows.length > 0)
            : []
        }
        articles={articles.ok ? articles.data.article.slice(0, 6).map(headlineOf) : []}
        articlesTitle={shell.navigation.find((item) => item.href === "/article")?.title ?? "文章资讯"}
        categories={display.show_index_categories ? shell.documents : []}
        keywords={system.recommend_words}
        counts={stats.ok ? stats.data : null}
        display={display}
      />
    </>
  )
}
