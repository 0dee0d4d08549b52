import { notFound } from "next/navigation"
import { offers, type Capability } from "@/lib/view/capabilities"
import { readSiteFrame } from "./read-site-frame"

/** Answers 404 for a page that needs a call which the server does not support. */
export const requireOffered = async (what: Capability): Promise<void> => {
  const { settings } = await readSiteFrame()
  if (!offers(settings.capabilities.absent, what)) notFound()
}
