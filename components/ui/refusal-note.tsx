import type { ReactNode } from "react"
import { MoreIcon } from "./more-icon"

/**
 * Displays why a request was refused or could not load; renders nothing while `text` is empty. `children`: the next step, such as a retry
 * button.
 */
export const RefusalNote = ({ text, children }: { text: string; children?: ReactNode }) =>
  text ? (
    <div className="alert bad" role="alert">
      <MoreIcon name="fail" />
      <b>{text}</b>
      {children}
    </div>
  ) : null
