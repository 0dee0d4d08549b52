import { ArticleDesk } from "@/components/articles/article/admin/article-desk"
import { readArticleForm } from "@/components/articles/article/post/read-form"
import type { SearchParams } from "@/lib/view/library/list/query"

/** The article form for staff: `?id=` edits an article, without it a new one is written. */
export default async function ArticleSetPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const form = await readArticleForm(await searchParams)
  return <ArticleDesk key={`${form.id} ${form.identifier}`} {...form} />
}
