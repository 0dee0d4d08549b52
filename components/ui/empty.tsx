import type { ReactNode } from "react"
import { ShelfDrawing } from "./shelf-drawing"

type Props = { title: string; children?: ReactNode; action?: ReactNode; searched?: boolean; page?: boolean; level?: "h1" | "h2" | "h3" }

/** An empty state: drawing, sentence and one action. `page` adds the margins of a whole page. */
export const Empty = ({ title, children, action, searched = false, page = false, level: Title = "h2" }: Props) => (
  <div className={page ? "empty page" : "empty"}>
    <ShelfDrawing books={searched} />
    <Title>{title}</Title>
    {children ? <p>{children}</p> : null}
    {action ? <div className="acts">{action}</div> : null}
  </div>
)
