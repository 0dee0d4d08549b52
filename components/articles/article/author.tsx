import { Link } from "@/components/ui/link"
import type { ArticleListRow } from "@/lib/view/articles/article-row"
import { paths } from "@/lib/rules/path"

/** The author with a link to their page; renders nothing if the author is unknown. */
export const Author = ({ article }: { article: Pick<ArticleListRow, "author" | "author_id"> }) =>
  !article.author ? null : article.author_id ? (
    <Link href={paths.user(article.author_id)}>{article.author}</Link>
  ) : (
    <span>{article.author}</span>
  )
