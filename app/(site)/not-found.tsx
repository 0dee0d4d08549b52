import { NotFoundLater } from "@/components/site/site/not-found/not-found-later"
import { NotFoundShelfLater } from "@/components/site/site/not-found/not-found-shelf-later"

/** The 404 page inside the site's frame. */
export default function NotFound() {
  return (
    <>
      <NotFoundLater />
      <NotFoundShelfLater />
    </>
  )
}
