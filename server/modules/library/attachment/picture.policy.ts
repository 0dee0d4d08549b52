import type { PictureKind } from "@/lib/rules/library/picture-rules"
import type { LoggedIn } from "@/server/context"
import { AppError } from "@/server/errors"
import { requirePublishRight } from "../../people/user/rights.policy"

/**
 * May the person send a picture of this kind? An avatar is everybody's own; the others are rows `POST /api/v1/upload/<kind>`
 * of the permission list, but covers of documents belong to who may change documents, and `article` also to whose groups may
 * publish articles (docs/reference/api.md 5.2, 6.2).
 */
export const mayUploadPicture = async (ctx: LoggedIn, kind: PictureKind): Promise<boolean> =>
  kind === "avatar" ||
  (kind === "cover" ? ctx.may("PUT /document") : ctx.may(`POST /upload/${kind}`)) ||
  (kind === "article" && mayPublish(ctx))

const mayPublish = (ctx: LoggedIn): Promise<boolean> =>
  requirePublishRight(ctx).then(
    () => true,
    (error: unknown) => {
      if (error instanceof AppError) return false
      throw error
    },
  )
