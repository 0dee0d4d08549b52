import type { Metadata } from "next"
import "@/app/styles/form.css"
import { PostView } from "@/components/article/post/post-view"
import { AntdProvider } from "@/components/providers/antd"
import { serverApi } from "@/lib/api/server"
import { ContentKind } from "@/lib/contract/enums"
import { categoryTree } from "@/lib/view/category-tree"
import { textParam, type SearchParams } from "@/lib/view/list/query"

export const metadata: Metadata = { title: "发布文章", robots: { index: false } }

/** `?id=` edits an article, as does `?identifier=`, which existing links say. */
export default async function PostPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const given = await searchParams
  const id = Number(/^[1-9]\d{0,14}$/.exec(textParam(given, "id"))?.[0] ?? 0)
  const identifier = /^[\w-]{1,64}$/.exec(textParam(given, "identifier"))?.[0] ?? ""
  const categories = await serverApi("GET /category/list", { type: [ContentKind.article], page: 1, size: 10_000 })
  return (
    <main id="main" className="wrap post">
      <AntdProvider>
        <PostView
          key={`${id} ${identifier}`}
          id={id}
          identifier={identifier}
          categories={categories.ok ? categoryTree(categories.data.category, ContentKind.article, false) : []}
        />
      </AntdProvider>
    </main>
  )
}
