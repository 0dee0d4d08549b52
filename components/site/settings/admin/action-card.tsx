import type { ReactNode } from "react"
import { RefusalNote } from "@/components/ui/refusal-note"

type Props = { title: string; text: ReactNode; refusal: string; children: ReactNode }

/** Something that staff can have done beside the settings of a screen: what it is, its button or form, and why it was refused. */
export const ActionCard = ({ title, text, refusal, children }: Props) => (
  <section className="card adm-settings adm-test" aria-label={title}>
    <h2>{title}</h2>
    <p className="muted">{text}</p>
    {children}
    <RefusalNote text={refusal} />
  </section>
)

type ButtonProps = { busy: boolean; disabled?: boolean; onClick?: () => void; children: ReactNode }

/** Its button; without `onClick` it sends the form around it. */
export const ActionButton = ({ busy, disabled = false, onClick, children }: ButtonProps) => (
  <button
    type={onClick ? "button" : "submit"}
    className={busy ? "bt busy" : "bt"}
    disabled={busy || disabled}
    aria-busy={busy}
    onClick={onClick}
  >
    {busy ? <span className="spin" /> : null}
    {children}
  </button>
)
