import type { ReactNode } from "react"
import { requireOffered } from "@/components/site/site/require-offered"

/** Orders are a 404 where the server behind the site knows none. */
export default async function OrderLayout({ children }: { children: ReactNode }) {
  await requireOffered("GET /order/list")
  return children
}
