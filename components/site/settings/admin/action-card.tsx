import type { ReactNode } from "react"
import { BusyButton } from "@/components/ui/busy-button"
import { RefusalNote } from "@/components/ui/refusal-note"

type Props = { title: string; text: ReactNode; refusal: string; children: ReactNode }

/** An action that staff can run beside the settings of a screen: description, button or form, and the reason of a refusal. */
export const ActionCard = ({ title, text, refusal, children }: Props) => (
  <section className="card adm-settings adm-test" aria-label={title}>
    <h2>{title}</h2>
    <p className="muted">{text}</p>
    {children}
    <RefusalNote text={refusal} />
  </section>
)

type ButtonProps = { busy: boolean; disabled?: boolean; onClick?: () => void; children: ReactNode }

/** The action's button. Without `onClick` it submits the surrounding form. */
export const ActionButton = ({ busy, disabled = false, onClick, children }: ButtonProps) => (
  <BusyButton type={onClick ? "button" : "submit"} busy={busy} disabled={busy || disabled} onClick={onClick}>
    {children}
  </BusyButton>
)
