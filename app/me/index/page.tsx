import { redirect } from "next/navigation"
import { paths } from "@/lib/rules/path"

/** Redirects the existing URL of the account area's first page to its current URL. */
export default function MeIndexPage() {
  redirect(paths.me)
}
