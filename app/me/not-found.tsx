import { NotFoundShelfLater } from "@/components/site/site/not-found/not-found-shelf-later"
import { NotFoundView } from "@/components/site/site/not-found/not-found-view"

/** The 404 page inside the account area. */
export default function NotFound() {
  return (
    <>
      <NotFoundView inside />
      <NotFoundShelfLater />
    </>
  )
}
