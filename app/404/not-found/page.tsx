import type { Metadata } from "next"
import { NotFoundShelfLater } from "@/components/site/site/not-found/not-found-shelf-later"
import { NotFoundView } from "@/components/site/site/not-found/not-found-view"

export const metadata: Metadata = { title: { absolute: "404" }, description: "内容不存在", robots: { index: false } }

/** The page for unknown URLs, which the server returns with status 404 (`unknownAddress` of server/pages/public-pages.ts). */
export default function UnknownAddress() {
  return (
    <>
      <NotFoundView />
      <NotFoundShelfLater />
    </>
  )
}
