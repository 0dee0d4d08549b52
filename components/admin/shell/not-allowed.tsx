import { Empty } from "@/components/ui/empty"
import { Link } from "@/components/ui/link"
import { dashboard } from "@/lib/view/admin-menu"

/** Displayed for a page that the user has no permission to open. */
export const NotAllowed = () => (
  <Empty
    page
    level="h1"
    title="没有权限"
    action={
      <Link className="bt p" href={dashboard.path}>
        回到面板
      </Link>
    }
  >
    这一页要由管理员给你的角色授权后才能打开。
  </Empty>
)
