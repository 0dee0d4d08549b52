import { paths } from "@/lib/rules/path"
import type { Ctx } from "@/server/context"
import { findDownloadUrl } from "./download.usecases"
import type { HttpExchange } from "@/server/module"

const fileOf = /^\/opds\/file\/([0-9a-zA-Z]{1,64})$/

/**
 * Serves `/opds/file/{uuid}`: a permanent URL from which catalogue readers download a file, because the real one is signed and lasts a
 * minute.
 * The Bearer token's or a guest's permissions apply; a session cookie authorizes no download. Denied requests and HEAD are redirected to
 * the document's page.
 */
export const serveCatalogFile = async (ctx: Ctx, { req, res, path }: HttpExchange): Promise<void> => {
  const uuid = fileOf.exec(path)?.[1] ?? ""
  const url = uuid && req.method === "GET" ? await findDownloadUrl(ctx, uuid) : ""
  res.writeHead(302, { location: url || paths.document(uuid), "cache-control": "private, no-store" }).end()
}
