import { Link } from "@/components/ui/link"
import { dashboard } from "@/lib/view/admin-menu"

/** The 404 page of /admin. It has no `<main>`: the shell around it does. */
export default function NotFound() {
  return (
    <div className="not-found">
      <h1>
        <span className="num">404</span> This page could not be found.
      </h1>
      <p>后台没有这一页，可能已被移走。</p>
      <Link className="bt p" href={dashboard.path}>
        回到面板
      </Link>
    </div>
  )
}
