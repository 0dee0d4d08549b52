"use client"

import type { CSSProperties, ReactNode } from "react"
import { useSettings } from "@/components/providers/settings"
import { LogoMark } from "@/components/ui/logo"

type Props = {
  title: string
  lead?: ReactNode
  /** the address of a background image behind the card, for wide screens only */
  background?: string
  /** replaces the logo */
  face?: ReactNode
  children: ReactNode
}

const SiteMark = () => {
  const { logo } = useSettings().system
  return logo ? <img className="logo-image" src={logo} alt="" height={36} /> : <LogoMark />
}

export const AccountCard = ({ title, lead, background = "", face, children }: Props) => (
  <>
    {background && (
      <div className="account-back" aria-hidden="true" style={{ "--back": `url(${JSON.stringify(background)})` } as CSSProperties} />
    )}
    <div className="account-shelf">
      <section className="account-card">
        {face ?? <SiteMark />}
        <h1>{title}</h1>
        {lead && <p className="sub">{lead}</p>}
        {children}
      </section>
    </div>
  </>
)
