import type { ReactNode } from "react"

type Props = {
  drawing: ReactNode
  title: string
  children?: ReactNode
  action?: ReactNode
  more?: ReactNode
  page?: boolean
  level?: "h1" | "h2" | "h3"
}

/** A drawing, a sentence and a next step. `more`: what stands below the step; `page` adds the margins of a full page. */
export const EmptyState = ({ drawing, title, children, action, more, page = false, level: Title = "h2" }: Props) => (
  <div className={page ? "empty page" : "empty"}>
    {drawing}
    <Title>{title}</Title>
    {children ? <p>{children}</p> : null}
    {action ? <div className="acts">{action}</div> : null}
    {more}
  </div>
)
