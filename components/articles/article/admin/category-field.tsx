import { articleCategories } from "@/components/library/category/admin/categories"
import { CategoryCell } from "@/components/library/document/admin/document-cells"
import type { Article } from "@/lib/contract/types"

type Filed = Pick<Article, "category">

/** The categories of an article, displayed and filterable in both the list and the recycle bin. */
export const categoryField = {
  form: false,
  label: "分类",
  kind: "ref",
  reference: articleCategories,
  many: true,
  search: true,
  text: (row: Filed) => row.category.map((one) => one.title).join(" / "),
  render: (row: Filed) => <CategoryCell category={row.category} />,
} as const
