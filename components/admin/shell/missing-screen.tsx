import { Link } from "@/components/ui/link"
import { ShelfDrawing } from "@/components/ui/shelf-drawing"
import { dashboard } from "@/lib/view/admin-menu"

/** The 404 page of /admin, also for a screen that the server behind the site cannot fill. It has no `<main>` because the shell has one. */
export const MissingScreen = () => (
  <div className="not-found">
    <ShelfDrawing books />
    <h1>后台没有这一页</h1>
    <p className="num">404 This page could not be found.</p>
    <p>可能已被移走，也可能是地址写错了。</p>
    <Link className="bt p" href={dashboard.path}>
      回到面板
    </Link>
  </div>
)
