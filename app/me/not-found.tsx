import { NotFoundView } from "@/components/ui/not-found-view"

/** The 404 page inside the personal area. */
export default function NotFound() {
  return <NotFoundView />
}
