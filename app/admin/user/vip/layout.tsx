import type { ReactNode } from "react"
import { requireOffered } from "@/components/site/site/require-offered"

/** Returns a 404 if the back end sells no memberships. */
export default async function UserVipLayout({ children }: { children: ReactNode }) {
  await requireOffered("GET /uservip/list")
  return children
}
