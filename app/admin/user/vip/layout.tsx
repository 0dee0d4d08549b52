import type { ReactNode } from "react"
import { requireOffered } from "@/components/site/site/require-offered"

/** Cards of members are a 404 where the server behind the site sells none. */
export default async function UserVipLayout({ children }: { children: ReactNode }) {
  await requireOffered("GET /uservip/list")
  return children
}
