import { indexNowKey } from "@/lib/contract/site/indexing-push.settings"
import { originOf } from "@/lib/rules/path"
import type { Services } from "@/server/context"
import { settingsOf } from "../settings/settings.usecases"
import type { HttpExchange } from "@/server/module"

const keyFile = /^\/([a-zA-Z0-9-]{8,128})\.txt$/

/** Serves `/{key}.txt`, which proves to IndexNow that the key belongs to the site; null for any other path. */
export const serveIndexNowKey = async (app: Services, { req, res, path }: HttpExchange): Promise<null | void> => {
  const name = keyFile.exec(path)?.[1]
  if (!name || (req.method !== "GET" && req.method !== "HEAD")) return null
  const [{ domain }, { indexnow_key }] = await Promise.all([settingsOf(app, "system"), settingsOf(app, "ssr")])
  if (name !== indexnow_key || !indexNowKey.test(name) || !originOf(domain)) return null
  res.writeHead(200, {
    "content-type": "text/plain; charset=utf-8",
    "content-length": name.length,
    "cache-control": "public, max-age=3600",
  })
  res.end(req.method === "HEAD" ? undefined : name)
}
