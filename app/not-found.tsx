import type { Metadata } from "next"
import { NotFoundLater } from "@/components/site/site/not-found/not-found-later"

export const metadata: Metadata = { title: { absolute: "404" }, description: "内容不存在", robots: { index: false } }

/**
 * The 404 page outside every layout. It has no page chrome: Next includes this page in the data of every page, which would render the
 * chrome twice.
 * Unknown URLs are answered by `404/not-found`.
 */
export default function NotFound() {
  return <NotFoundLater />
}
