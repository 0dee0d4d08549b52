import type { ReactNode } from "react"
import { Icon } from "@/components/ui/icon"

type Props = { label: string; value: string; onChange: (value: string) => void; children: ReactNode }

/** The browser's own choice list in the house's box. */
export const Pick = ({ label, value, onChange, children }: Props) => (
  <span className="in pick">
    <select aria-label={label} value={value} onChange={(event) => onChange(event.target.value)}>
      {children}
    </select>
    <Icon name="down" small />
  </span>
)
