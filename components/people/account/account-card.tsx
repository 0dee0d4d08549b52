"use client"

import type { CSSProperties, ReactNode } from "react"
import { useSettings } from "@/components/providers/settings"
import { LogoMark } from "@/components/ui/logo"
import { siteName } from "@/lib/rules/site/site-name"

type Props = {
  title: string
  lead?: ReactNode
  /** the address of a background image behind the card, for wide screens only */
  background?: string
  /** replaces the logo */
  face?: ReactNode
  children: ReactNode
}

/** The logo with the site's name, or the default mark. A logo that contains the name is displayed alone. */
const SiteMark = () => {
  const { system } = useSettings()
  if (!system.logo) return <LogoMark />
  return (
    <p className="account-mark">
      <img className="logo-image" src={system.logo} alt={system.show_name_with_logo ? "" : siteName(system)} height={36} />
      {system.show_name_with_logo && <span>{siteName(system)}</span>}
    </p>
  )
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
