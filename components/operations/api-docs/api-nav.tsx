import { Link } from "@/components/ui/link"
import { paths } from "@/lib/rules/path"
import { apiChapters } from "@/lib/view/operations/api-docs"

/** The chapters in one line; the current one is highlighted. */
export const ApiNav = ({ chapter = "" }: { chapter?: string }) => (
  <nav className="api-nav" aria-label="接口文档">
    <Link href={paths.apiDocs} aria-current={chapter === "" ? "page" : undefined}>
      开始
    </Link>
    {apiChapters.map(({ name, label }) => (
      <Link key={name} href={paths.apiChapter(name)} aria-current={name === chapter ? "page" : undefined}>
        {label}
      </Link>
    ))}
  </nav>
)
