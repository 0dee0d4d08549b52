import type { ReactNode } from "react"
import { Icon } from "./icon"

/** Why something was refused or could not be read; nothing while `text` is empty. `children`: the way on, such as a button to try again. */
export const RefusalNote = ({ text, children }: { text: string; children?: ReactNode }) =>
  text ? (
    <div className="alert bad" role="alert">
      <Icon name="fail" />
      <b>{text}</b>
      {children}
    </div>
  ) : null
