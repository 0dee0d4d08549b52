import type { ReactNode } from "react"
import { MoreIcon } from "@/components/ui/more-icon"

/** Tells visitors before they type that the site sends no mail, and what they can do. Staff read why on their dashboard. */
export const MailMissing = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className="alert warn" role="status">
    <MoreIcon name="alert" />
    <div>
      <b>{title}</b>
      <p>{children}</p>
    </div>
  </div>
)
