import { Link } from "@/components/ui/link"
import type { CategoryNode } from "@/lib/view/library/category-tree"
import { paths } from "@/lib/rules/path"

export type CategoryKind = "document" | "article"
export const categoryHref = (kind: CategoryKind, id: number): string => (kind === "document" ? paths.category(id) : paths.articles(id))

/** `flat`: only the first level. */
type Props = { categories: CategoryNode[]; kind: CategoryKind; flat?: boolean }

/** The 520 px wide card: first-level categories on the left with their children beside them; a single flow if none has children. */
export const CategoryCard = ({ categories, kind, flat = false }: Props) => {
  const nested = !flat && categories.some((category) => category.children.length > 0)
  if (!nested)
    return (
      <div className="pop-flow">
        {categories.map((category) => (
          <Link key={category.id} href={categoryHref(kind, category.id)}>
            {category.title}
          </Link>
        ))}
      </div>
    )
  return (
    <dl className="pop-rows">
      {categories.map((category) => (
        <div key={category.id}>
          <dt>
            <Link href={categoryHref(kind, category.id)}>{category.title}</Link>
          </dt>
          <dd>
            {category.children.map((child) => (
              <Link key={child.id} href={categoryHref(kind, child.id)}>
                {child.title}
              </Link>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  )
}
