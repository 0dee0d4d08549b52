import { paths } from "@/lib/rules/path"
import type { Ctx } from "@/server/context"
import { findDownloadUrl } from "./download.usecases"
import type { Exchange } from "@/server/module"

const fileOf = /^\/opds\/file\/([0-9a-zA-Z]{1,64})$/

/**
 * `/opds/file/{uuid}`: programs that read a catalogue fetch a document's file from an address that stays, while its real one is signed and
 * lasts a minute. By the rights of the Bearer token, or a guest's: a session's cookie authorises no download.
 * Who may not have it, and who asks for the headers alone, is led to the document's page.
 */
export const serveCatalogFile = async (ctx: Ctx, { req, res, path }: Exchange): Promise<void> => {
  const uuid = fileOf.exec(path)?.[1] ?? ""
  const url = uuid && req.method === "GET" ? await findDownloadUrl(ctx, uuid) : ""
  res.writeHead(302, { location: url || paths.document(uuid), "cache-control": "private, no-store" }).end()
}
