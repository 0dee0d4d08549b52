import { and, eq, isNull } from "drizzle-orm"
import { AttachmentType } from "../../../lib/contract/enums"
import type { Db } from "../../db/client"
import { attachmentTable } from "../files/attachment.table"

/** True if the person uploaded this avatar and has not replaced it since. */
export const ownsAvatar = async (db: Db, userId: number, path: string): Promise<boolean> =>
  (await db.$count(
    attachmentTable,
    and(
      eq(attachmentTable.user_id, userId),
      eq(attachmentTable.type, AttachmentType.avatar),
      eq(attachmentTable.path, path),
      eq(attachmentTable.enable, true),
      isNull(attachmentTable.deleted_at),
    ),
  )) > 0
