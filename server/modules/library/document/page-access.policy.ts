import { LRUCache } from "lru-cache"
import { permissionPath } from "@/lib/contract/permissions"
import { isHidden, mayStillCome } from "@/lib/rules/library/document-status"
import type { CurrentUser, PageAccess, PageAccessCheck, Services } from "@/server/context"
import { mayReadAll } from "../entitlement/entitlement.usecases"
import { isKnownPicture } from "../files/attachments.usecases"
import { lastReadablePage } from "./document.policy"
import { findDocument, listUuidsOfHash, type DocumentRow } from "./document.repository"

const readAnyRight = permissionPath("GET /document")

type Known = Pick<
  DocumentRow,
  | "id"
  | "is_vip"
  | "draw_in_review"
  | "uuid"
  | "sha256"
  | "version"
  | "title_cover"
  | "own_cover"
  | "status"
  | "preview"
  | "pages"
  | "user_id"
  | "converted_pages"
>
/** An MD5 as `attachment.hash` shows it; our own uuids are shorter. */
const contentHash = /^[\da-f]{32}$/

/** A page image is asked for dozens of times a second: what decides is kept for seconds, and dropped when the document changes. */
export const createPageAccess = (app: () => Services): PageAccessCheck => {
  const known = new LRUCache<string, { row: Known | null }>({ max: 20_000, ttl: 5_000 })
  const sharing = new LRUCache<string, string[]>({ max: 5_000, ttl: 5_000 })
  const rights = new LRUCache<string, boolean>({ max: 20_000, ttl: 5_000 })
  /** A buyer turns pages as fast as everybody else. What was just bought is never taken from here: only a yes is kept. */
  const mayRead = async (user: CurrentUser, row: Known): Promise<boolean> => {
    const key = `${user.id} ${row.id}`
    if (rights.get(key)) return true
    const { database, now } = app()
    const may = await mayReadAll(app(), database.db, user.id, row, now())
    if (may) rights.set(key, true)
    return may
  }
  const find = async (key: string): Promise<Known | null> => {
    // kept by uuid only: that is the name under which a change announces itself
    if (/^\d{1,15}$/.test(key)) return findDocument(app().database.db, { id: Number(key) })
    const cached = known.get(key)
    if (cached) return cached.row
    const row = await findDocument(app().database.db, { uuid: key })
    // a picture that staff have banned since is no cover
    if (row?.own_cover && !(await isKnownPicture(app().database.db, row.own_cover))) row.own_cover = ""
    known.set(key, { row })
    return row
  }
  /** Documents of this content. That there are none is not kept: the first one is found at once. */
  const findSharing = async (hash: string): Promise<string[]> => {
    const cached = sharing.get(hash)
    if (cached) return cached
    const uuids = await listUuidsOfHash(app().database.db, hash)
    if (uuids.length) sharing.set(hash, uuids)
    return uuids
  }
  const checkOne = async (key: string, page: number, who: () => Promise<CurrentUser | null>): Promise<PageAccess> => {
    const row = await find(key)
    if (!row) return { found: false }
    const open = !isHidden(row.status)
    const within = page <= lastReadablePage(row) || row.pages === 0
    const user = open && within ? null : await who()
    const insider = user !== null && (user.root || user.id === row.user_id || user.permissions.has(readAnyRight))
    if (!open && !insider) return { found: false }
    const allowed = within || insider || (user !== null && (await mayRead(user, row)))
    return {
      found: true,
      allowed,
      uuid: row.uuid,
      sha256: row.sha256,
      version: row.version,
      titleCover: row.title_cover,
      ownCover: row.own_cover,
      pages: row.pages,
      public: open && within,
      coming: mayStillCome(row),
    }
  }
  /** The oldest document of this content whose page the person may see; else the oldest that refuses the page. */
  const checkSharing = async (hash: string, page: number, who: () => Promise<CurrentUser | null>): Promise<PageAccess> => {
    let user: Promise<CurrentUser | null> | undefined
    let refused: PageAccess = { found: false }
    for (const uuid of await findSharing(hash)) {
      const access = await checkOne(uuid, page, () => (user ??= who()))
      if (access.found && access.allowed) return access
      if (!refused.found) refused = access
    }
    return refused
  }
  return {
    check: async (key, page, who) => {
      const access = await checkOne(key, page, who)
      return !access.found && contentHash.test(key) ? checkSharing(key, page, who) : access
    },
    forget: (uuid) => {
      if (uuid && uuid !== "*") known.delete(uuid)
      else known.clear()
    },
  }
}
