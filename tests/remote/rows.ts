import type { CallKey } from "../../lib/contract/area"
import type { Key } from "../../lib/contract/types"
import type { Fields } from "../../server/remote/messages"
import { createTransport } from "../../server/remote/transport"
import { translate } from "../../server/remote/translate"
import type { StrictServer } from "./strict-server"

/** When the rows were created, and the update time that a strict server sets on a change. */
export const times = { created_at: "2026-11-22T15:54:51Z", updated_at: "2026-11-22T15:54:51Z" }
export const moved = "2026-11-23T09:00:00Z"

/** Rows of the community server in which every field has a value. */
export const documentRow = {
  id: 5,
  ...times,
  title: "样例",
  keywords: "甲,乙",
  description: "一份样例",
  price: 2,
  language: "zh-CN",
  status: 2,
  uuid: "616de8e98e00a5c0",
  user_id: 7,
  category_id: [1, 2],
  pages: 9,
  ext: ".docx",
}
export const articleRow = {
  id: 8,
  ...times,
  title: "文章",
  content: "<p>正文</p>",
  keywords: "甲",
  description: "摘要",
  identifier: "guide-1",
  status: 1,
  category_id: [3],
  user_id: 1,
  recommend_at: "2026-11-22T15:54:51Z",
}

/** Sends a call of ours to a server of this dialect, with a user's token. */
export const callAt = (dialect: Parameters<typeof translate>[0], at: StrictServer, key: Key, input: unknown, ifMatch?: string) => {
  const send = createTransport(new URL(at.url))
  return translate(dialect, { key, input, ifMatch }, (call: CallKey, fields: Fields) => send(call, fields, { token: "a-token" }))
}
