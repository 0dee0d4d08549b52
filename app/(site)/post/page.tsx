import type { Metadata } from "next"
import "@/app/styles/form.css"
import { PostView } from "@/components/articles/article/post/post-view"
import { AntdProvider } from "@/components/ui/antd"
import { readArticleForm } from "@/components/articles/article/post/read-form"
import type { SearchParams } from "@/lib/view/library/list/query"

export const metadata: Metadata = { title: "发布文章", robots: { index: false } }

/** The page to write a new article or edit an existing one. */
export default async function PostPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { id, identifier, categories } = await readArticleForm(await searchParams)
  return (
    <main id="main" className="wrap post">
      <AntdProvider>
        <PostView key={`${id} ${identifier}`} id={id} identifier={identifier} categories={categories} />
      </AntdProvider>
    </main>
  )
}
