import { redirect } from "next/navigation"
import { paths } from "@/lib/rules/path"

/** The personal area's first page under the address that existing links have. */
export default function MeIndexPage() {
  redirect(paths.me)
}
