import { ArticleDesk } from "@/components/admin/article/article-desk"
import { readArticleForm } from "@/components/article/post/read-form"
import type { SearchParams } from "@/lib/view/list/query"

/** The article form of staff: `?id=` edits an article, none writes a new one. */
export default async function ArticleSetPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const place = await readArticleForm(await searchParams)
  return <ArticleDesk key={`${place.id} ${place.identifier}`} {...place} />
}
