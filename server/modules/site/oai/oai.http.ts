import type { Ctx } from "@/server/context"
import { answerHarvester } from "./oai.usecases"
import { rawBodyOf } from "@/server/wire/raw-body"
import type { HttpExchange } from "@/server/module"

/** Limit on the request body, in bytes. Real arguments have a few hundred. */
const maxBytes = 16 * 1024

/** Serves `/oai`: OAI-PMH 2.0 (https://www.openarchives.org/OAI/openarchivesprotocol.html), with arguments in the URL or in a form. */
export const serveOai = async (ctx: Ctx, { req, res, query }: HttpExchange): Promise<void> => {
  const given = new URLSearchParams(req.method === "POST" ? await rawBodyOf(req, maxBytes) : query)
  const text = Buffer.from(await answerHarvester(ctx, given))
  res.writeHead(200, { "content-type": "text/xml; charset=utf-8", "content-length": text.length, "cache-control": "private, no-store" })
  res.end(text)
}
