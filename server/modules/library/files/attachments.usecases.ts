import type { Services } from "@/server/context"
import type { Db } from "@/server/db/client"
import type { Erase } from "@/server/db/personal-data"
import { avatarsOf, changeFilesOf, hasBannedHash, hasBannedRow, hasPicture, markAttachments, sentBy } from "./attachments.repository"

/* The interface to attachments for other modules. */

export {
  addAttachment,
  changeBlobRows as changeContent,
  changeFile,
  discardUnused,
  findFile,
  keepPictures,
  lockUnusedFile,
  markArticlePictures,
  markAttachments,
  ownsAvatar,
  ownsReportPicture,
  sizesOfPictures,
  type AttachmentRow,
} from "./attachments.repository"

/** Checks whether staff have banned this content. */
export const isBannedBlob = (app: Services, sha256: string): Promise<boolean> => hasBannedRow(app.database.db, sha256)

/** Checks the same by the MD5 of the content. */
export const isBannedHash = (app: Services, hash: string): Promise<boolean> => hasBannedHash(app.database.db, hash)

/** Checks whether this is the URL of an image that was uploaded here and that staff have not banned. */
export const isKnownPicture = (db: Db, path: string): Promise<boolean> => hasPicture(db, path)

/** Deletes the IP addresses and the avatar of a closed account. */
export const forgetSender: Erase = async (ctx, { id }) => {
  await changeFilesOf(ctx, id, { ip: "" })
  await markAttachments(ctx, avatarsOf(id), ctx.now())
}

/** When staff delete an account, marks its files for the sweep and removes its name from them. */
export const removeSender: Erase = async (ctx, { id }) => {
  await markAttachments(ctx, sentBy(id), ctx.now())
  await changeFilesOf(ctx, id, { user_id: 0, name: "" })
}
