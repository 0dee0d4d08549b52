import { Icon } from "@/components/ui/icon"
import { Link } from "@/components/ui/link"
import { ShelfDrawing } from "@/components/ui/shelf-drawing"
import { paths } from "@/lib/rules/path"

/**
 * An unknown route: explains what happened, with the sentence of docs/reference/specification.md 2, and offers three ways on: a search,
 * documents, the home page.
 * It does not depend on the visitor and loads nothing, because every page contains it in its data. `inside`: it is within a page's
 * `<main>`.
 */
export const NotFoundView = ({ inside = false }: { inside?: boolean }) => {
  const content = (
    <>
      <ShelfDrawing books />
      <h1>这一页不在书架上</h1>
      <p className="num">404 This page could not be found.</p>
      <p>可能已被移走，也可能是地址写错了。搜一搜，或者看看别的。</p>
      <form noValidate className="not-found-search" role="search" aria-label="搜索文档" action="/search">
        <input className="in" name="wd" type="search" maxLength={64} autoComplete="off" aria-label="搜索" placeholder="搜一个词" />
        <button type="submit" className="bt p">
          <Icon name="search" small />
          搜索
        </button>
      </form>
      <Link className="lk" href={paths.home}>
        返回首页
      </Link>
    </>
  )
  return inside ? (
    <div className="not-found">{content}</div>
  ) : (
    <main id="main" className="wrap not-found">
      {content}
    </main>
  )
}
