import type { ReactNode } from "react"
import { requireOffered } from "@/components/site/site/require-offered"

/** The log of text messages is a 404 where the server behind the site keeps none. */
export default async function SmsLayout({ children }: { children: ReactNode }) {
  await requireOffered("GET /sms/list")
  return children
}
