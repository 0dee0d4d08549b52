import { notFound } from "next/navigation"

/** Addresses without a screen: the site's not-found, inside of the shell. */
export default function Page() {
  notFound()
}
