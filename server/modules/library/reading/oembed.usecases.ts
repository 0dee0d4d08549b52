import { originOf } from "@/lib/rules/path"
import { isOpen } from "@/lib/rules/library/document-visibility"
import type { Ctx } from "@/server/context"
import { invalid, notFound } from "@/server/errors"
import { requireReadable } from "../document/access.policy"
import { settingsOf } from "../../site/settings/settings.usecases"
import { publicUsers } from "../../people/user/user.usecases"

const path = /^\/(?:document|embed)\/([0-9a-zA-Z]{1,32})\/?$/
const a4 = { width: 595, height: 842 }
/** A comfortable size for a reader embedded in an article, in pixels. The host's own limits are respected. */
const frame = { width: 800, min: 240, bar: 56, max: 4_000 }
const thumbnailWidth = 420

const escape = (text: string) => text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)
const bound = (pixels: number | undefined) => (pixels && pixels > 0 ? Math.min(pixels, frame.max) : frame.max)

/**
 * Answers oEmbed 1.0 for URLs of documents that anyone with the address may see, on the domain of the settings: a reader in an iframe.
 * Everything else is a 404 for every caller.
 */
export const readOembed = async (
  ctx: Ctx,
  { url, maxwidth, maxheight, format }: { url: string; maxwidth?: number; maxheight?: number; format?: string },
) => {
  if (format && format !== "json") throw invalid("只提供 JSON 格式的嵌入信息", "format")
  const { domain, sitename } = await settingsOf(ctx.app, "system")
  const origin = originOf(domain)
  const target = URL.canParse(url) ? new URL(url) : null
  const uuid = target && origin && target.host === new URL(origin).host && !target.username ? path.exec(target.pathname)?.[1] : undefined
  if (!uuid) throw notFound("没有可以嵌入的文档", "url")
  const { row } = await requireReadable(ctx, { uuid })
  if (!isOpen(row)) throw notFound("文档不存在")
  const author = (await publicUsers(ctx, [row.user_id])).get(row.user_id)
  const page = row.width > 0 && row.height > 0 ? row : a4
  const width = Math.max(frame.min, Math.min(frame.width, bound(maxwidth)))
  const height = Math.max(frame.min, Math.min(Math.round((width * page.height) / page.width) + frame.bar, bound(maxheight)))
  const src = `${origin}/embed/${row.uuid}`
  return {
    version: "1.0",
    type: "rich",
    title: row.title,
    author_name: author?.username ?? "",
    author_url: author ? `${origin}/user/${author.id}` : "",
    provider_name: sitename,
    provider_url: origin,
    thumbnail_url: `${origin}/view/cover/${row.uuid}?v=${row.version}`,
    thumbnail_width: thumbnailWidth,
    thumbnail_height: Math.round((thumbnailWidth * page.height) / page.width),
    html: `<iframe src="${escape(src)}" title="${escape(row.title)}" width="${width}" height="${height}" style="max-width:100%;border:0" loading="lazy" allowfullscreen></iframe>`,
    width,
    height,
  }
}
