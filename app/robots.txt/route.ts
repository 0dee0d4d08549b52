import { serverApi } from "@/lib/api/server"
import { originOf } from "@/lib/rules/path"
import { robotsText } from "@/lib/view/site/robots"
import { notThere, textAnswer } from "@/lib/view/text-answer"

export const dynamic = "force-dynamic"

export const GET = async (): Promise<Response> => {
  const settings = await serverApi("GET /settings")
  if (!settings.ok) return notThere(settings.status)
  const { ssr, system } = settings.data
  return textAnswer("text/plain", robotsText(ssr, originOf(system.domain)))
}
