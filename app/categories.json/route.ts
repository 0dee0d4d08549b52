import { readPageChrome } from "@/components/site/site/read-page-chrome"
import { menuCategories } from "@/lib/view/library/category-tree"
import { notThere, textAnswer } from "@/lib/view/text-answer"

export const dynamic = "force-dynamic"

/** The categories for the header and the drawer, loaded when a visitor opens them (docs/decisions/121). */
export const GET = async (): Promise<Response> => {
  const { alive, documents, articles } = await readPageChrome()
  if (!alive) return notThere(503)
  return textAnswer("application/json", JSON.stringify({ document: menuCategories(documents), article: menuCategories(articles) }))
}
