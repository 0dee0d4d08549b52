import type { ReactNode } from "react"
import { LogoMark } from "@/components/ui/logo"

/** The card of login and register: a sheet that stands on the rail. */
export const AccountCard = ({ title, lead, children }: { title: string; lead: ReactNode; children: ReactNode }) => (
  <div className="account-shelf">
    <section className="account-card">
      <LogoMark />
      <h1>{title}</h1>
      <p className="sub">{lead}</p>
      {children}
    </section>
  </div>
)
