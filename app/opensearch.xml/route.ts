import { serverApi } from "@/lib/api/server"
import { originOf } from "@/lib/rules/path"
import { openSearchText } from "@/lib/view/site/opensearch"
import { siteName } from "@/lib/rules/site/site-name"
import { notThere, textAnswer } from "@/lib/view/text-answer"

export const dynamic = "force-dynamic"

/** OpenSearch needs absolute URLs, so the description does not exist until the site's domain is configured. */
export const GET = async (): Promise<Response> => {
  const settings = await serverApi("GET /settings")
  if (!settings.ok) return notThere(settings.status)
  const { system } = settings.data
  const origin = originOf(system.domain)
  if (!origin) return notThere()
  const { description, favicon } = system
  return textAnswer("application/opensearchdescription+xml", openSearchText({ name: siteName(system), description, favicon }, origin))
}
