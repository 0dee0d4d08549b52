import type { Services } from "../context"
import type { ServerResponse } from "node:http"
import { and, desc, eq, inArray, isNull } from "drizzle-orm"
import { ReviewStatus } from "../../lib/contract/enums"
import { paths } from "../../lib/domain/path"
import { articleTable } from "../modules/article/article.table"
import { settingsOf } from "../modules/settings/settings.usecases"
import { readableStatuses } from "@/lib/domain/document-status"
import { documentTable } from "../modules/document/document.table"

/** The protocol's limit for one file. */
const max = 50_000

const escapeXml = (text: string) => text.replace(/[<>&'"]/g, (char) => `&#${char.charCodeAt(0)};`)

/**
 * `/sitemap.xml`: public pages, newest first. `open`: shared caches may store it, but only where the settings name the domain:
 * otherwise the addresses repeat the request's Host, and one visitor's would be given to all.
 */
export const serveSitemap = async (app: Services, host: string, res: ServerResponse, open: boolean): Promise<void> => {
  const { domain } = await settingsOf(app, "system")
  const base = (domain || `http://${/^[\w.:[\]-]+$/.test(host) ? host : "localhost"}`).replace(/\/+$/, "")
  const { db } = app.database
  const readable = and(isNull(documentTable.deleted_at), inArray(documentTable.status, readableStatuses))
  const documents = await db
    .select({ uuid: documentTable.uuid, at: documentTable.updated_at })
    .from(documentTable)
    .where(readable)
    .orderBy(desc(documentTable.id))
    .limit(max - 10_000)
  const approved = and(isNull(articleTable.deleted_at), eq(articleTable.status, ReviewStatus.approved))
  const articles = await db
    .select({ identifier: articleTable.identifier, at: articleTable.updated_at })
    .from(articleTable)
    .where(approved)
    .orderBy(desc(articleTable.id))
    .limit(9_000)
  const entry = (path: string, at?: Date) =>
    `<url><loc>${escapeXml(base + path)}</loc>${at ? `<lastmod>${at.toISOString()}</lastmod>` : ""}</url>`
  const urls = [
    entry("/"),
    entry("/category"),
    entry("/article"),
    ...documents.map((row) => entry(paths.document(row.uuid), row.at)),
    ...articles.map((row) => entry(paths.article(row.identifier), row.at)),
  ]
  res.writeHead(200, {
    "content-type": "application/xml; charset=utf-8",
    "cache-control": open && domain ? "public, max-age=3600" : "private, no-store",
  })
  res.end(
    `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join("\n")}</urlset>\n`,
  )
}
