import { Link } from "./link"
import { ShelfDrawing } from "./shelf-drawing"

/** An unknown route shows 404 This page could not be found (docs/reference/specification.md 2). */
export const NotFoundView = () => (
  <main id="main" className="wrap not-found">
    <ShelfDrawing books />
    <h1>
      <span className="num">404</span> This page could not be found.
    </h1>
    <p>这一页不在书架上，可能已被移走。</p>
    <Link className="bt p" href="/">
      返回首页
    </Link>
  </main>
)
