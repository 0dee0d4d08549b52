import { ContentKind } from "@/lib/contract/library/content.enums"
import { categoryTree, type CategoryNode } from "@/lib/view/library/category-tree"
import { textParam, type SearchParams } from "@/lib/view/library/list/query"
import { serverApi } from "@/lib/api/server"

/**
 * Returns what a URL of the article form refers to. `?id=` edits an article, as does `?identifier=`, which existing links use; 0 and ""
 * create one.
 */
export const readArticleForm = async (given: SearchParams): Promise<{ id: number; identifier: string; categories: CategoryNode[] }> => {
  const categories = await serverApi("GET /category/list", { type: [ContentKind.article], page: 1, size: 10_000 })
  return {
    id: Number(/^[1-9]\d{0,14}$/.exec(textParam(given, "id"))?.[0] ?? 0),
    identifier: /^[\w-]{1,64}$/.exec(textParam(given, "identifier"))?.[0] ?? "",
    categories: categories.ok ? categoryTree(categories.data.category, ContentKind.article, false) : [],
  }
}
