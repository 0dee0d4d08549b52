import type { ReactNode } from "react"
import { count } from "@/lib/rules/format"

/** The heading of a page of the personal area, with a count and one action. */
export const MeHead = ({
  title,
  total = 0,
  unit = "条",
  children,
}: {
  title: string
  total?: number
  unit?: string
  children?: ReactNode
}) => (
  <div className="me-h">
    <h1>{title}</h1>
    {total > 0 && (
      <span className="muted num">
        共 {count(total)} {unit}
      </span>
    )}
    {children}
  </div>
)
