import { NotFoundShelfLater } from "@/components/site/not-found/not-found-shelf-later"
import { NotFoundView } from "@/components/site/not-found/not-found-view"
import { Static } from "@/components/ui/static/static"

/** The 404 page inside the site's frame. */
export default function NotFound() {
  return (
    <>
      <Static later>
        <NotFoundView />
      </Static>
      <NotFoundShelfLater />
    </>
  )
}
