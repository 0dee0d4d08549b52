import type { FieldOption } from "@/components/admin/crud/field"
import type { AdPosition } from "@/lib/contract/site/advertisement.positions"

/** Names of the advertisement positions (docs/reference/specification.md 2), by page. */
const names: Record<AdPosition, string> = {
  global_top: "全局顶部",
  global_bottom: "全局底部",
  index_banner_bottom: "首页轮播图下方",
  index_category_top: "首页分类上方",
  index_category_bottom: "首页分类下方",
  index_link_top: "首页友链上方",
  list_nav_bottom: "列表页导航下方",
  list_document_top: "列表页文档列表上方",
  list_document_bottom: "列表页文档列表下方",
  document_top: "文档浏览页顶部",
  document_bottom: "文档浏览页评论顶部",
  document_between: "文档浏览页页间",
  user_top: "个人主页顶部",
  user_document_top: "个人主页文档列表顶部",
  search_top: "搜索结果页顶部",
  search_right: "搜索结果页右侧",
  search_bottom: "搜索结果页底部",
}

export const positionOptions: readonly FieldOption[] = Object.entries(names).map(([value, label]) => ({ value, label }))
