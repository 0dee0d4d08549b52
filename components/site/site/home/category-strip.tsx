import { Link } from "@/components/ui/link"
import { count } from "@/lib/rules/format"
import { paths } from "@/lib/rules/path"
import type { StripCategory } from "@/lib/view/site/home"

/** The first categories with their children, in columns. */
export const CategoryStrip = ({ categories }: { categories: StripCategory[] }) => (
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
              {category.children.map((child) => (
                <Link key={child.id} href={paths.category(child.id)}>
                  {child.title}
                </Link>
              ))}
              {category.total > category.children.length ? (
                <Link className="all" href={paths.category(category.id)}>
                  全部 {category.total} 类
                </Link>
              ) : null}
            </p>
          ) : null}
        </div>
      ))}
    </div>
  </section>
)
