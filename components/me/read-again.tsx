import { Icon } from "@/components/ui/icon"
import { Link } from "@/components/ui/link"

/** Placeholder for a part of a page that failed to load. */
export const ReadAgain = ({ message, href }: { message: string; href: string }) => (
  <div className="alert bad" role="alert">
    <Icon name="fail" />
    <b>{message}</b>
    <Link className="bt sm" href={href}>
      重新加载
    </Link>
  </div>
)
