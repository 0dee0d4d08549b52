import { Link } from "@/components/ui/link"
import type { CategoryNode } from "@/lib/view/category-tree"
import { count } from "@/lib/domain/format"
import { paths } from "@/lib/domain/path"

/** The first categories with their children, in columns. */
export const CategoryStrip = ({ categories }: { categories: CategoryNode[] }) => (
  <section className="wrap sec cats-box" aria-label="文档分类">
    <div className="cats">
      {categories.map((category) => (
        <div key={category.id}>
          <h3>
            <Link href={paths.category(category.id)}>{category.title}</Link>
            <small>{count(category.doc_count)}</small>
          </h3>
          {category.children.length > 0 ? (
            <p>
              {category.children.slice(0, 8).map((child) => (
                <Link key={child.id} href={paths.category(child.id)}>
                  {child.title}
                </Link>
              ))}
            </p>
          ) : null}
        </div>
      ))}
    </div>
  </section>
)
