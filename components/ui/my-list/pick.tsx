import type { ReactNode } from "react"
import { Icon } from "@/components/ui/icon"

type Props = { label: string; value: string; onChange: (value: string) => void; children: ReactNode }

/** A native select in the site's style. */
export const Pick = ({ label, value, onChange, children }: Props) => (
  <span className="in pick">
    <select aria-label={label} value={value} onChange={(event) => onChange(event.target.value)}>
      {children}
    </select>
    <Icon name="down" small />
  </span>
)
