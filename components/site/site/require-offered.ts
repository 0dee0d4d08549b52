import { notFound } from "next/navigation"
import { offers, type Capability } from "@/lib/view/capabilities"
import { readSiteFrame } from "./read-site-frame"

/** A page that needs a call which the server behind the site does not have is a 404. */
export const requireOffered = async (what: Capability): Promise<void> => {
  const { settings } = await readSiteFrame()
  if (!offers(settings.capabilities.absent, what)) notFound()
}
