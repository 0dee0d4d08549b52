import { z } from "zod"
import { AnnouncementAudience } from "./announcement.enums"
import { area } from "../area"
import { crudCalls } from "../crud"
import { entities } from "../entities"
import { bool, filled, filterList, flag, id, int, list, many, num, oneOf, optionalTime, str, text, time } from "../schema"

/** A message of the site to its visitors, in a bar on every page, in the notifications of its users, or in both. */
export const Announcement = z.object({
  id: num,
  title: str,
  /** plain text below the title */
  content: str,
  /** a path of this site or an absolute address, "" for none */
  href: str,
  audience: num,
  /** the groups of `AnnouncementAudience.groups` */
  group_id: many(z.number().int()),
  in_banner: flag,
  in_bell: flag,
  /** whether closing the bar lasts; otherwise it is back in the next visit */
  dismissible: flag,
  enable: flag,
  start_time: time,
  end_time: time,
  /** since when all users of the audience have it in their notifications; null until then */
  told_at: time,
  created_at: time,
  updated_at: time,
})

/** The fields that the bar shows. */
export const CurrentAnnouncement = Announcement.pick({ id: true, title: true, content: true, href: true, dismissible: true })

export const announcement = area({
  ...crudCalls(entities.announcement, {
    entity: Announcement,
    public: [],
    staffOnly: [
      "id",
      "title",
      "content",
      "href",
      "audience",
      "group_id",
      "in_banner",
      "in_bell",
      "dismissible",
      "enable",
      "start_time",
      "end_time",
      "told_at",
      "created_at",
      "updated_at",
    ],
    form: {
      title: filled(100, "标题"),
      content: text(500, "内容").optional(),
      href: text(500, "链接").optional(),
      audience: oneOf(AnnouncementAudience, "请选择谁能看到").optional(),
      group_id: list(id).optional(),
      in_banner: bool.optional(),
      in_bell: bool.optional(),
      dismissible: bool.optional(),
      enable: bool.optional(),
      start_time: optionalTime("开始时间").optional(),
      end_time: optionalTime("结束时间").optional(),
    },
    filters: { audience: filterList(int), enable: filterList(bool) },
  }),
  /** for the bar on pages: the announcements that the caller may see now, the latest first */
  "GET /announcement/current": {
    title: "当前公告",
    access: "public",
    input: z.object({}),
    output: z.object({ announcement: many(CurrentAnnouncement) }),
  },
})
