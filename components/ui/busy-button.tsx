import type { ComponentProps, ReactNode } from "react"

type Props = Omit<ComponentProps<"button">, "aria-busy"> & {
  /** displays the spinner and ignores the pointer; a caller that also wants it out of reach of the keyboard passes `disabled` */
  busy: boolean
  /** replaced by the spinner while busy */
  icon?: ReactNode
}

/** A button that shows that its action is running. `className`: its classes besides `bt`. */
export const BusyButton = ({ busy, icon, className = "", type = "button", children, ...rest }: Props) => (
  <button {...rest} type={type} className={["bt", className, busy && "busy"].filter(Boolean).join(" ")} aria-busy={busy}>
    {busy ? <span className="spin" aria-hidden="true" /> : icon}
    {children}
  </button>
)
