import type { PictureKind } from "@/lib/rules/library/picture-rules"
import type { LoggedIn } from "@/server/context"
import { AppError } from "@/server/errors"
import { requirePublishRight } from "../../people/user/rights.policy"

/**
 * Checks whether the user may upload an image of this kind. Every user may upload an avatar and a picture for a report; the others need
 * `POST /api/v1/upload/<kind>` of the permission list.
 * Covers of documents need the permission to change documents instead, and groups that may publish articles may also upload `article`
 * images (docs/reference/api.md 5.2, 6.2).
 */
export const mayUploadPicture = async (ctx: LoggedIn, kind: PictureKind): Promise<boolean> =>
  kind === "avatar" ||
  kind === "report" ||
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
