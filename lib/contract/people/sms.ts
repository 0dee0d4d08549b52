import { z } from "zod"
import { area } from "../area"
import { filter, filterList, id, int, list, listing, many, nothing, num, range, str, text, time } from "../schema"

/** A sent message. The code is not stored. `mobile` is masked, except when a single row is read, which is audited. */
export const Sms = z.object({
  id: num,
  type: num,
  status: num,
  user_id: num,
  username: str,
  mobile: str,
  ip: str,
  provider: str,
  error: str,
  response: str,
  used_at: time,
  created_at: time,
  updated_at: time,
})

const filters = {
  type: filterList(int),
  status: filterList(int),
  provider: filterList(z.string().max(32)),
  mobile: filter(text(20, "手机号")),
  user_id: filterList(int),
  created_at: filter(range),
}

export const sms = area({
  "GET /sms/list": {
    title: "查看短信记录",
    access: "permission",
    permission: "SmsAPI/ListSms",
    input: z.object({ ...listing, ...filters }),
    output: z.object({ total: num, sms: many(Sms) }),
  },
  "GET /sms": { title: "查看单条短信的手机号", access: "permission", permission: "SmsAPI/GetSms", input: z.object({ id }), output: Sms },
  "DELETE /sms": {
    title: "删除短信记录",
    access: "permission",
    permission: "SmsAPI/DeleteSms",
    input: z.object({ id: list(id) }),
    output: nothing,
  },
})
