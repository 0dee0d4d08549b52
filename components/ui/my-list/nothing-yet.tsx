import type { ReactNode } from "react"
import { Empty } from "@/components/ui/empty"
import { Link } from "@/components/ui/link"

type Props = { title: string; children: ReactNode; href: string; action: string }

/** An empty list of the personal area, with a next step. */
export const NothingYet = ({ title, children, href, action }: Props) => (
  <div className="card pad">
    <Empty
      title={title}
      action={
        <Link className="bt p" href={href}>
          {action}
        </Link>
      }
    >
      {children}
    </Empty>
  </div>
)
