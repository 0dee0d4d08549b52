import { notFound } from "next/navigation"
import { readSiteFrame } from "@/components/site/read-site-frame"
import { offers, type Capability } from "@/lib/view/capabilities"

/** A page that needs a call which the server behind the site does not have is a 404. */
export const requireOffered = async (what: Capability): Promise<void> => {
  const { settings } = await readSiteFrame()
  if (!offers(settings.capabilities.absent, what)) notFound()
}
