import { z } from "zod"
import { maxAdHeight } from "./advertisement.positions"
import { area, perMinute } from "../area"
import { crudCalls } from "../crud"
import { entities } from "../entities"
import { bool, filled, filterList, flag, html, id, many, nothing, num, optionalTime, str, text, time } from "../schema"

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
  /** a second content, which half of the page views show instead; "" for none */
  content_b: str,
  /** how often a browser shows it in a day, 0 = always */
  daily_limit: num,
  /** how often it was in view and was clicked, without anything about the visitor; `_b`: the second content */
  impressions: num,
  clicks: num,
  impressions_b: num,
  clicks_b: num,
  /** heights (px) measured by the browsers of staff, 0 = unknown */
  height_desktop: num,
  height_phone: num,
  created_at: time,
  updated_at: time,
})

/** The current total heights (px) of the advertisements at a position. */
export const AdRoom = z.object({ position: str, desktop: num, phone: num })

/** `b`: of the second content. `click`: it was clicked; otherwise it was in view. */
const AdEvent = z.object({ id, b: bool, click: bool })

const height = z.number().int().min(0).max(maxAdHeight)

export const advertisement = area({
  ...crudCalls(entities.advertisement, {
    entity: Advertisement,
    public: [
      "id",
      "position",
      "title",
      "content",
      "content_b",
      "daily_limit",
      "enable",
      "start_time",
      "end_time",
      "height_desktop",
      "height_phone",
      "created_at",
      "updated_at",
    ],
    staffOnly: ["user_id", "remark", "impressions", "clicks", "impressions_b", "clicks_b"],
    form: {
      position: filled(64, "广告位"),
      title: filled(255, "广告名称"),
      content: filled(100_000, "广告代码"),
      content_b: text(100_000, "第二份广告代码").optional(),
      daily_limit: z.number().int().min(0).max(1000).optional(),
      enable: bool.optional(),
      remark: text(1000, "备注").optional(),
      start_time: optionalTime("开始时间").optional(),
      end_time: optionalTime("结束时间").optional(),
      height_desktop: height.optional(),
      height_phone: height.optional(),
    },
    filters: { position: filterList(z.string().max(64)), enable: filterList(bool) },
  }),
  /** `framed`: its scripts run, in the sandboxed frame of `/advertisement-frame` alone */
  "GET /advertisement/position": {
    title: "页面上的广告",
    access: "public",
    input: z.object({ position: filterList(z.string().max(64)) }),
    output: z.object({ advertisement: many(Advertisement.extend({ content: html("notice"), content_b: html("notice"), framed: flag })) }),
  },
  /** the events of a browser: advertisements displayed or clicked; counted without any data about the visitor */
  "POST /advertisement/event": {
    title: "记录广告的展示和点击",
    access: "public",
    limit: perMinute(60),
    transaction: false,
    input: z.object({ event: z.array(AdEvent).max(50) }),
    output: nothing,
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
