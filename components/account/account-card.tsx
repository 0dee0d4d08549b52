import type { CSSProperties, ReactNode } from "react"
import { LogoMark } from "@/components/ui/logo"

type Props = {
  title: string
  lead?: ReactNode
  /** an address of a picture behind the card, for wide screens only */
  background?: string
  /** stands instead of the mark */
  face?: ReactNode
  children: ReactNode
}

/** The card of the account pages. */
export const AccountCard = ({ title, lead, background = "", face, children }: Props) => (
  <>
    {background && (
      <div className="account-back" aria-hidden="true" style={{ "--back": `url(${JSON.stringify(background)})` } as CSSProperties} />
    )}
    <div className="account-shelf">
      <section className="account-card">
        {face ?? <LogoMark />}
        <h1>{title}</h1>
        {lead && <p className="sub">{lead}</p>}
        {children}
      </section>
    </div>
  </>
)
