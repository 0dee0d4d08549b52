import { Static } from "@/components/ui/static/static"
import { NotFoundView } from "@/components/ui/not-found-view"

/** The 404 page inside the site's frame. */
export default function NotFound() {
  return (
    <Static later>
      <NotFoundView />
    </Static>
  )
}
