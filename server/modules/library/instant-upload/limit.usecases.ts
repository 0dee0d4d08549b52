import { supportedExtensions } from "@/lib/contract/library/document.formats"
import type { LoggedIn } from "@/server/context"
import { AppError } from "@/server/errors"
import { uploadsLeft } from "../attachment/upload-allowance.policy"
import { nextUploadReward } from "../../money/ledger/rewards.usecases"
import { settingsOf } from "../../site/settings/settings.usecases"
import { requireUploadRight } from "../../people/user/rights.policy"

type Right = { allowed: boolean; reason: string; review: boolean }

/** Checks whether the user may upload, with the reason if not. */
const rightOf = (ctx: LoggedIn): Promise<Right> =>
  requireUploadRight(ctx).then(
    ({ review }) => ({ allowed: true, reason: "", review }),
    (error: unknown) => {
      if (!(error instanceof AppError)) throw error
      return { allowed: false, reason: error.message, review: false }
    },
  )

/** Returns the upload limits of a user. `left_today` -1 = unlimited, `reward` = credits that the next document earns. */
export const readUploadLimit = async (ctx: LoggedIn) => {
  const [right, allowance, security, reward] = await Promise.all([
    rightOf(ctx),
    uploadsLeft(ctx),
    settingsOf(ctx.app, "security"),
    nextUploadReward(ctx, ctx.user.id),
  ])
  const full = allowance?.left === 0
  return {
    ...right,
    allowed: right.allowed && !full,
    reason: right.reason || (full ? `你今天上传的文档已达上限（${allowance.max} 份），明天再来吧` : ""),
    megabytes: security.max_document_size,
    ext: security.document_allowed_ext.length
      ? supportedExtensions.filter((ext) => security.document_allowed_ext.includes(ext))
      : [...supportedExtensions],
    left_today: allowance?.left ?? -1,
    reward: right.allowed ? reward : 0,
  }
}
