import type { ReactNode } from "react"
import { requireOffered } from "@/components/site/site/require-offered"

/** Returns a 404 if the back end keeps no log of text messages. */
export default async function SmsLayout({ children }: { children: ReactNode }) {
  await requireOffered("GET /sms/list")
  return children
}
