import type { Ctx } from "@/server/context"
import type { HttpExchange } from "@/server/module"
import { sendJson } from "@/server/wire/send"
import { receivePart } from "../../library/attachment/multipart.http"
import { requireDiskSpace } from "../../library/attachment/quota.usecases"
import { admitProof, keepProof, requireProofRoom } from "./proof.usecases"

/** Serves `POST /api/v1/upload/complaint`: one multipart part named `file`, streamed to disk. The answer has the key to submit it with. */
export const serveProofUpload = async (ctx: Ctx, { req, res }: HttpExchange): Promise<void> => {
  await requireDiskSpace(ctx.app, Number(req.headers["content-length"] ?? 0))
  await requireProofRoom(ctx)
  const part = await receivePart(ctx.app, req, admitProof)
  sendJson(res, 200, { code: 200, message: "ok", data: await keepProof(ctx, part.name, part.file) })
}
