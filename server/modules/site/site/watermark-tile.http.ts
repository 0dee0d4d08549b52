import type { IncomingMessage, ServerResponse } from "node:http"
import type { Services } from "@/server/context"
import { notFound } from "@/server/errors"
import { settingsOf } from "../settings/settings.usecases"
import { drawWatermark, watermarkOf } from "./watermark-tile.rules"
import { fileHeaders } from "@/server/wire/headers"

/**
 * Serves `/view/watermark.svg`: the site's watermark text as a picture, for clients that support only pictures. The URL contains the text's
 * version, so it may be cached for a day. @throws 404 if the watermark is off or is a picture itself
 */
export const serveWatermark = async (app: Services, req: IncomingMessage, res: ServerResponse): Promise<void> => {
  const { enable_watermark, watermark } = await settingsOf(app, "system")
  const { text } = watermarkOf(watermark)
  if (!enable_watermark || !text) throw notFound("没有水印")
  const svg = Buffer.from(drawWatermark(text))
  res.writeHead(200, {
    ...fileHeaders,
    "content-type": "image/svg+xml; charset=utf-8",
    "content-length": svg.length,
    "cache-control": "public, max-age=86400",
  })
  res.end(req.method === "HEAD" ? undefined : svg)
}
