import { notFound } from "next/navigation"

/** Addresses without a screen: a 404 inside the admin shell. */
export default function Page() {
  notFound()
}
