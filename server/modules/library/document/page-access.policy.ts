import { LRUCache } from "lru-cache"
import { DocumentVisibility } from "@/lib/contract/library/document.enums"
import { mayStillCome } from "@/lib/rules/library/document-status"
import { isOpen } from "@/lib/rules/library/document-visibility"
import type { CurrentUser, PageAccess, PageAccessCheck, Services } from "@/server/context"
import { mayReadAll } from "../entitlement/entitlement.usecases"
import { isKnownPicture } from "../files/attachments.usecases"
import { findLatestConversion } from "../files/drawing.usecases"
import { lastReadablePage } from "./document.policy"
import { findDocument, listUuidsOfHash, type GuardedRow } from "./document.repository"
import { findVersionOwner } from "./version.repository"
import { findShareGrant, visitorOf } from "./share-grant.policy"
import { isInside, isPublic, isVisible } from "./visibility.policy"

type AccessRow = Pick<
  GuardedRow,
  | "id"
  | "is_vip"
  | "draw_in_review"
  | "uuid"
  | "sha256"
  | "version"
  | "title_cover"
  | "own_cover"
  | "status"
  | "visibility"
  | "groups"
  | "preview"
  | "pages"
  | "user_id"
  | "converted_pages"
  | "price"
>
type Check = PageAccessCheck["check"]
/** An MD5 as in `attachment.hash`; our own uuids are shorter. */
const contentHash = /^[\da-f]{32}$/

/** Whether the site sells the document: its readers' names are drawn into the pages that are not free. */
const isSold = ({ price, is_vip }: Pick<AccessRow, "price" | "is_vip">): boolean => price > 0 || is_vip
/** Returns the user whose name a picture beyond the preview must carry: everybody but the author, staff too. */
export const markedReader = (user: CurrentUser | null, row: Pick<AccessRow, "price" | "is_vip" | "user_id">): CurrentUser | null =>
  user && isSold(row) && user.id !== row.user_id ? user : null

/**
 * Checks access to an earlier version of a document's file: for its owner and staff. The result is not cached, because few users request
 * such files.
 */
const checkVersion: PageAccessCheck["checkVersion"] = async (app, id, who) => {
  const user = await who()
  const { db } = app.database
  const file = user && (await findVersionOwner(db, id))
  if (!file || !isInside(user, file)) return null
  return { sha256: file.sha256, version: await findLatestConversion({ db }, file.sha256), marked: markedReader(user, file) }
}

/**
 * Checks access to page images, which are requested dozens of times a second: the deciding data is cached for seconds, and dropped when the
 * document changes.
 */
export const createPageAccess = (): PageAccessCheck => {
  const cachedRows = new LRUCache<string, { row: AccessRow | null }>({ max: 20_000, ttl: 5_000 })
  const sharing = new LRUCache<string, string[]>({ max: 5_000, ttl: 5_000 })
  const rights = new LRUCache<string, boolean>({ max: 20_000, ttl: 5_000 })
  /** Caches only positive results, so that a new purchase takes effect at once and buyers can turn pages as fast as other users. */
  const mayRead = async (app: Services, user: CurrentUser, row: AccessRow): Promise<boolean> => {
    const key = `${user.id} ${row.id}`
    if (rights.get(key)) return true
    const may = await mayReadAll(app, app.database.db, user.id, row, app.now())
    if (may) rights.set(key, true)
    return may
  }
  const find = async ({ database: { db } }: Services, key: string): Promise<AccessRow | null> => {
    // Cached by uuid only, because change events name the uuid.
    if (/^\d{1,15}$/.test(key)) return findDocument(db, { id: Number(key) })
    const cached = cachedRows.get(key)
    if (cached) return cached.row
    const row = await findDocument(db, { uuid: key })
    // An image that staff have banned since must not be used as cover.
    if (row?.own_cover && !(await isKnownPicture(db, row.own_cover))) row.own_cover = ""
    cachedRows.set(key, { row })
    return row
  }
  /** Returns the documents of this content. An empty result is not cached, so that the first document is visible at once. */
  const findSharing = async ({ database: { db } }: Services, hash: string): Promise<string[]> => {
    const cached = sharing.get(hash)
    if (cached) return cached
    const uuids = await listUuidsOfHash(db, hash)
    if (uuids.length) sharing.set(hash, uuids)
    return uuids
  }
  const checkOne: Check = async (app, key, page, who, cookie) => {
    const row = await find(app, key)
    if (!row) return { found: false }
    const open = isOpen(row)
    const within = page <= lastReadablePage(row) || row.pages === 0
    const user = open && within ? null : await who()
    const insider = isInside(user, row)
    const shared = !open && !isVisible(user, row)
    const isAsked = shared || (!within && !insider && row.price > 0)
    const grant = isAsked ? await findShareGrant(app.database, visitorOf(cookie), row.id, app.now()) : null
    if (shared && !isVisible(user, row, grant)) return { found: false }
    const hasRight = within || insider || (user !== null && (await mayRead(app, user, row)))
    const allowed = hasRight || (grant?.whole ?? false)
    return {
      found: true,
      allowed,
      uuid: row.uuid,
      sha256: row.sha256,
      version: row.version,
      titleCover: row.title_cover,
      ownCover: row.own_cover,
      pages: row.pages,
      public: isPublic(row) && within,
      shared: shared || (allowed && !hasRight),
      restricted: row.visibility !== DocumentVisibility.everybody,
      coming: mayStillCome(row),
      marked: markedReader(user, row),
    }
  }
  /** Returns the oldest document of this content whose page the user may see; else the oldest that denies access to the page. */
  const checkSharing: Check = async (app, hash, page, who, cookie) => {
    let user: Promise<CurrentUser | null> | undefined
    let refused: PageAccess = { found: false }
    for (const uuid of await findSharing(app, hash)) {
      const access = await checkOne(app, uuid, page, () => (user ??= who()), cookie)
      if (access.found && access.allowed) return access
      if (!refused.found) refused = access
    }
    return refused
  }
  return {
    check: async (app, key, page, who, cookie) => {
      const access = await checkOne(app, key, page, who, cookie)
      return !access.found && contentHash.test(key) ? checkSharing(app, key, page, who, cookie) : access
    },
    checkVersion,
    forget: (uuid) => {
      if (uuid && uuid !== "*") cachedRows.delete(uuid)
      else cachedRows.clear()
    },
  }
}
