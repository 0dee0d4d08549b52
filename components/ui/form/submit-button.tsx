import type { ReactNode } from "react"

type Props = { busy: boolean; working: string; disabled?: boolean; /** beside `bt p`: lg, block */ className?: string; children: ReactNode }

/**
 * Keeps its width while it works. Pressing it does not take the focus from the field being typed in: the sentence that leaving the
 * field may bring would move the button from under the press, and the press would be lost.
 */
export const SubmitButton = ({ busy, working, disabled = false, className = "lg", children }: Props) => (
  <button
    type="submit"
    className={["bt p", className, busy && "busy"].filter(Boolean).join(" ")}
    aria-busy={busy}
    disabled={disabled}
    onMouseDown={(event) => event.preventDefault()}
  >
    {busy && <span className="spin" aria-hidden="true" />}
    {busy ? working : children}
  </button>
)
