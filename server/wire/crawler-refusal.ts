import type { IncomingMessage } from "node:http"
import { isAiCrawler } from "../../lib/rules/site/crawlers"
import type { Services } from "../context"
import { forbidden } from "../errors"
import { settingsOf } from "../modules/site/settings/settings.usecases"

/**
 * Refuses a crawler for language models if the site wants none of them. All can read robots.txt, which says so.
 * @throws 403
 */
export const refuseAiCrawler = async (app: Services, { headers }: IncomingMessage, path: string): Promise<void> => {
  if (!isAiCrawler(headers["user-agent"] ?? "") || path === "/robots.txt") return
  if ((await settingsOf(app, "ssr")).refuse_ai_crawlers) throw forbidden("本站不接受 AI 爬虫，见 /robots.txt")
}
