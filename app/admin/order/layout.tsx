import type { ReactNode } from "react"
import { requireOffered } from "@/components/site/site/require-offered"

/** Returns a 404 if the back end does not support orders. */
export default async function OrderLayout({ children }: { children: ReactNode }) {
  await requireOffered("GET /order/list")
  return children
}
