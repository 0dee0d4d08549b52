import { NotFoundView } from "@/components/ui/not-found-view"

/** Inside of the site's frame. */
export default function NotFound() {
  return <NotFoundView />
}
