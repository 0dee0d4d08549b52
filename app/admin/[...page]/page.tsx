import { notFound } from "next/navigation"

/** Renders a 404 inside the admin shell for URLs without a screen. */
export default function Page() {
  notFound()
}
