import { NotFoundLater } from "@/components/site/site/not-found/not-found-later"
import { NotFoundShelfLater } from "@/components/site/site/not-found/not-found-shelf-later"

/** The 404 page within the page chrome. */
export default function NotFound() {
  return (
    <>
      <NotFoundLater />
      <NotFoundShelfLater />
    </>
  )
}
