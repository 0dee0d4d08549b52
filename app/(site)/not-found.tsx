import { NotFoundView } from "@/components/ui/not-found-view"

/** The 404 page inside the site's frame. */
export default function NotFound() {
  return <NotFoundView />
}
