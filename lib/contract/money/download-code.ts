import { z } from "zod"
import { area } from "../area"
import { maxCodes } from "./download-code.batch"
import { DowncodeStatus } from "./download-code.enums"
import { filled, filterList, id, int, list, listing, many, num, oneOf, optionalTime, str, time } from "../schema"

/** The highest price in credits that a code may be limited to. */
const maxCodePrice = 1_000_000

/**
 * A code for downloading a paid document (docs/decisions/077). Only its holder knows the code itself: `hint` is its beginning. `max_price`
 * (credits, 0 = any) and `document_id` (0 = any) limit its use; `used_*` and `order_no` record what it was used for.
 */
export const Downcode = z.object({
  id: num,
  batch_id: num,
  hint: str,
  status: num,
  remark: str,
  max_price: num,
  document_id: num,
  expired_at: time,
  user_id: num,
  username: str,
  order_no: str,
  product_name: str,
  product_uuid: str,
  used_at: time,
  revoked_at: time,
  created_at: time,
})

/** The codes of a new batch: the only answer that ever contains them. */
const IssuedCodes = z.object({ batch_id: num, remark: str, expired_at: time, downcode: many(z.string()) })

const count = int
  .refine((value) => value >= 1 && value <= maxCodes, { error: `一次可以生成 1 到 ${maxCodes} 个` })
  .meta({ minimum: 1, maximum: maxCodes })
const max_price = int.refine((value) => value >= 0 && value <= maxCodePrice, { error: `最高价格应在 0 到 ${maxCodePrice} 之间` })
const document_id = int.refine((value) => value >= 0, { error: "文档编号不正确" })

export const downloadCode = area({
  "POST /downcode": {
    title: "生成下载码",
    access: "permission",
    permission: "DowncodeAPI/CreateDowncode",
    confirmed: true,
    missing: true,
    input: z.object({
      count,
      remark: filled(255, "备注").meta({ examples: ["公众号活动"] }),
      expired_at: optionalTime("过期时间").optional(),
      max_price: max_price.optional(),
      document_id: document_id.optional(),
    }),
    output: IssuedCodes,
  },
  "GET /downcode/list": {
    title: "查看下载码列表",
    access: "permission",
    permission: "DowncodeAPI/ListDowncode",
    /** `wd`: the beginning of a code, an order number, or a part of the remark */
    input: z.object({
      ...listing,
      status: filterList(oneOf(DowncodeStatus, "状态不正确")),
      batch_id: filterList(int),
      user_id: filterList(int),
    }),
    output: z.object({ total: num, downcode: many(Downcode) }),
  },
  "PUT /downcode/revoke": {
    title: "作废下载码",
    access: "permission",
    permission: "DowncodeAPI/RevokeDowncode",
    /** single codes, or all unused codes of whole batches */
    input: z.object({ id: list(id).optional(), batch_id: list(id).optional() }),
    output: z.object({ count: num }),
  },
})
