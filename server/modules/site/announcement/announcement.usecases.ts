import { AnnouncementAudience } from "@/lib/contract/site/announcement.enums"
import { isStaff } from "@/lib/rules/people/staff"
import type { Ctx, CurrentUser } from "@/server/context"
import { requireOrder } from "@/server/db/period"
import { invalid } from "@/server/errors"
import { requireLink } from "@/server/security/link"
import { isVip } from "../../library/entitlement/vip.policy"
import { findAnnouncement, listAnnouncements, listCurrent, type AnnouncementRow } from "./announcement.repository"

type Changes = Partial<AnnouncementRow>

/** Rejects an announcement that no user would see, and bad links and periods. Fields that were not submitted keep their stored values. */
export const checkAnnouncement = async (ctx: Ctx, row: Changes, id: number): Promise<void> => {
  requireLink(row.href || undefined, "href")
  const stored: Changes = (id ? await findAnnouncement(ctx, id) : null) ?? { in_banner: true, in_bell: false, audience: 0, group_id: [] }
  const { audience, group_id, in_banner, in_bell, ...period } = { ...stored, ...row }
  requireOrder(period)
  if (audience === AnnouncementAudience.groups && !group_id?.length) throw invalid("请选择用户组", "group_id")
  if (!in_banner && !in_bell) throw invalid("请至少选择一种显示方式", "in_banner")
  if (in_bell && !in_banner && audience === AnnouncementAudience.everybody) row.audience = AnnouncementAudience.users
}

const sees = (user: CurrentUser | null, vip: boolean, { audience, group_id }: AnnouncementRow): boolean => {
  if (audience === AnnouncementAudience.everybody) return true
  if (!user) return false
  if (audience === AnnouncementAudience.users) return true
  if (audience === AnnouncementAudience.staff) return isStaff(user)
  if (audience === AnnouncementAudience.vip) return vip
  return group_id.some((id) => user.groups?.includes(id))
}

/** How many bars a page shows at most. */
const maxShown = 3

export const readCurrent = async (ctx: Ctx) => {
  const rows = await listCurrent(ctx, ctx.now())
  const asksForVip = rows.some(({ audience }) => audience === AnnouncementAudience.vip)
  const vip = asksForVip && ctx.user ? await isVip(ctx.db, ctx.user.id, ctx.now()) : false
  const visible = rows.filter((row) => sees(ctx.user, vip, row)).slice(0, maxShown)
  return { announcement: visible.map(({ id, title, content, href, dismissible }) => ({ id, title, content, href, dismissible })) }
}

/** Whether pages should load announcements: there is one for all visitors, or for some users. */
export const hasAnnouncement = async (ctx: Ctx): Promise<boolean> => (await listCurrent(ctx, ctx.now())).length > 0

/** Returns the texts of announcements by id; deleted ones are missing. */
export const announcementTexts = async (ctx: Ctx, ids: number[]) =>
  new Map((ids.length ? await listAnnouncements(ctx, ids) : []).map((row) => [row.id, row]))
