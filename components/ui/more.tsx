import { Icon } from "./icon"
import { Link } from "./link"

export const More = ({ href, label = "更多" }: { href: string; label?: string }) => (
  <Link className="more" href={href}>
    {label}
    <Icon name="next" small />
  </Link>
)
