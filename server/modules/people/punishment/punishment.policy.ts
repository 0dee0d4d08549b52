import { ErrorCode } from "@/lib/contract/error-code"
import { PunishmentType } from "@/lib/contract/people/punishment.enums"
import { minute } from "@/lib/rules/time"
import type { Ctx } from "@/server/context"
import { AppError, forbidden } from "@/server/errors"
import { appealOfPunishment } from "../decision/appeal-pass.usecases"
import { findPunishment, type PunishmentRow } from "./punishment.repository"

export type Restriction = "login" | "comment" | "upload" | "download" | "favorite" | "article"

const types: Record<Restriction, { type: number; message: string }> = {
  login: { type: PunishmentType.account, message: "你的账号已被禁用" },
  comment: { type: PunishmentType.comment, message: "你已被禁止评论" },
  upload: { type: PunishmentType.upload, message: "你已被禁止上传文档" },
  download: { type: PunishmentType.download, message: "你已被禁止下载文档" },
  favorite: { type: PunishmentType.favorite, message: "你已经被禁止使用收藏功能" },
  article: { type: PunishmentType.article, message: "你已被禁止发布文章" },
}

const until = (end: Date | null) => (end ? `截止 ${minute(end)}` : "长期有效")

/** Returns the message of a refusal: what, why and until when, in the site's time zone. */
export const refusalOf = (restriction: Restriction, row: PunishmentRow): string =>
  `${types[restriction].message}${row.reason ? `，原因：${row.reason}` : ""}（${until(row.end_time)}）`

/** Rejects what an active punishment forbids (docs/reference/api.md 6.2). A disabled account may do nothing. */
export const requireUnpunished = async (ctx: Ctx, userId: number, restriction: Restriction): Promise<void> => {
  const row = await findPunishment(ctx.db, userId, [PunishmentType.account, types[restriction].type], ctx.now())
  if (row) throw forbidden(refusalOf(row.type === PunishmentType.account ? "login" : restriction, row))
}

/**
 * Rejects the login of a disabled account, after the user has proven who they are. The refusal says what became of their appeal, or carries
 * a pass to send one.
 */
export const requireMayLogIn = async (ctx: Ctx, userId: number): Promise<void> => {
  const row = await findPunishment(ctx.db, userId, [PunishmentType.account], ctx.now())
  if (!row) return
  const { pass, note } = await appealOfPunishment(ctx, row)
  throw new AppError(ErrorCode.permissionDenied, `${refusalOf("login", row)}${note}`, { appeal: pass })
}

/** Checks whether the user has an active punishment of this type. */
export const isPunished = async (ctx: Ctx, userId: number, type: number): Promise<boolean> =>
  (await findPunishment(ctx.db, userId, [type], ctx.now())) !== null
