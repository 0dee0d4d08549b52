import { z } from "zod"
import { maxAdHeight } from "./advertisement.positions"
import { area } from "../area"
import { crudCalls } from "../crud"
import { entities } from "../entities"
import { bool, filled, filterList, flag, html, many, num, optionalTime, str, text, time } from "../schema"

/** HTML that staff place at a position of the site, between two points in time (null = open) (docs/reference/api.md 3.9). */
export const Advertisement = z.object({
  id: num,
  user_id: num,
  position: str,
  title: str,
  content: str,
  enable: flag,
  remark: str,
  start_time: time,
  end_time: time,
  /** heights (px) measured by the browsers of staff, 0 = unknown */
  height_desktop: num,
  height_phone: num,
  created_at: time,
  updated_at: time,
})

/** The current total heights (px) of the advertisements at a position. */
export const AdRoom = z.object({ position: str, desktop: num, phone: num })

const height = z.number().int().min(0).max(maxAdHeight)

export const advertisement = area({
  ...crudCalls(entities.advertisement, {
    entity: Advertisement,
    public: [
      "id",
      "position",
      "title",
      "content",
      "enable",
      "start_time",
      "end_time",
      "height_desktop",
      "height_phone",
      "created_at",
      "updated_at",
    ],
    staffOnly: ["user_id", "remark"],
    form: {
      position: filled(64, "广告位"),
      title: filled(255, "广告名称"),
      content: filled(100_000, "广告代码"),
      enable: bool.optional(),
      remark: text(1000, "备注").optional(),
      start_time: optionalTime("开始时间").optional(),
      end_time: optionalTime("结束时间").optional(),
      height_desktop: height.optional(),
      height_phone: height.optional(),
    },
    filters: { position: filterList(z.string().max(64)), enable: filterList(bool) },
  }),
  "GET /advertisement/position": {
    title: "页面上的广告",
    access: "public",
    input: z.object({ position: filterList(z.string().max(64)) }),
    output: z.object({ advertisement: many(Advertisement.extend({ content: html("notice") })) }),
  },
  /** the space that pages reserve, which is the same for all visitors */
  "GET /advertisement/room": {
    title: "广告位的高度",
    access: "public",
    shared: true,
    input: z.object({}),
    output: z.object({ room: many(AdRoom) }),
  },
})
