import { Link } from "@/components/ui/link"
import { RefusalNote } from "@/components/ui/refusal-note"

/** Placeholder for a part of a page that failed to load. */
export const ReadAgain = ({ message, href }: { message: string; href: string }) => (
  <RefusalNote text={message}>
    <Link className="bt sm" href={href}>
      重新加载
    </Link>
  </RefusalNote>
)
