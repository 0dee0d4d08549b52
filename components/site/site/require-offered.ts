import { notFound } from "next/navigation"
import { offers, type ServerCapability } from "@/lib/view/capabilities"
import { readPageChrome } from "./read-page-chrome"

/** Answers 404 for a page that needs a call which the server does not support. */
export const requireOffered = async (what: ServerCapability): Promise<void> => {
  const { settings } = await readPageChrome()
  if (!offers(settings.capabilities.absent, what)) notFound()
}
