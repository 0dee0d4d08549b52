import { and, eq, exists, gt, isNull, or, sql, type SQL } from "drizzle-orm"
import { createHash } from "node:crypto"
import { PunishmentType } from "@/lib/contract/people/punishment.enums"
import { permissionPath } from "@/lib/contract/permissions"
import { rootUserId } from "@/lib/rules/people/staff"
import type { DbCtx } from "@/server/context"
import type { Db } from "@/server/db/client"
import { groupPermissionTable, permissionTable } from "../../people/group/group.table"
import { punished } from "../../people/punishment/active-punishment.policy"
import { userGroupTable, userTable } from "../../people/user/user.table"
import { shareLinkTable as link, shareVisitTable as visit } from "../sharing/sharing.table"
import { documentTable } from "./document.table"
import type { ShareGrant } from "./visibility.policy"

/* The grant of an open share link. It is one more input of `isVisible`, not a decision of its own (docs/decisions/335). */

/** The browser of a request, as its visits name it; "" without a valid cookie. */
export const visitorOf = (cookie = ""): string =>
  /^[\w-]{43}$/.test(cookie) ? createHash("sha256").update(cookie).digest("base64url") : ""

/**
 * SQL over the joined tables share_link, user (its creator) and document: the creator has an account in good standing and may still share
 * the document, which is theirs, or which they share as staff.
 */
export const mayStillShare = (db: Db, now: Date): SQL => {
  const permitted = exists(
    db
      .select({ one: sql`1` })
      .from(userGroupTable)
      .innerJoin(groupPermissionTable, eq(groupPermissionTable.group_id, userGroupTable.group_id))
      .innerJoin(permissionTable, eq(permissionTable.id, groupPermissionTable.permission_id))
      .where(
        and(
          eq(userGroupTable.user_id, link.user_id),
          isNull(permissionTable.retired_at),
          eq(permissionTable.path, permissionPath("POST /document/share")),
        ),
      ),
  )
  return and(
    isNull(userTable.closed_at),
    sql`not ${punished(db, userTable.id, [PunishmentType.account], now)}`,
    or(eq(link.user_id, documentTable.user_id), eq(link.user_id, rootUserId), permitted),
  )!
}

/**
 * Finds the grant of the links that this browser has opened for a document: null for none. Read for every request, so that it ends with the
 * link, its creator's rights or the document, at the next page.
 */
export const findShareGrant = async ({ db }: DbCtx, visitor: string, documentId: number, now: Date): Promise<ShareGrant> => {
  if (!visitor) return null
  const [grant] = await db
    .select({
      document_id: link.document_id,
      whole: sql<boolean>`bool_or(${visit.paid})`,
      download: sql<boolean>`bool_or(${link.download})`,
    })
    .from(visit)
    .innerJoin(link, eq(link.id, visit.link_id))
    .innerJoin(documentTable, eq(documentTable.id, link.document_id))
    .innerJoin(userTable, eq(userTable.id, link.user_id))
    .where(
      and(
        eq(visit.visitor, visitor),
        eq(link.document_id, documentId),
        isNull(link.revoked_at),
        or(isNull(link.expires_at), gt(link.expires_at, now)),
        isNull(documentTable.deleted_at),
        mayStillShare(db, now),
      ),
    )
    .groupBy(link.document_id)
  return grant ?? null
}
