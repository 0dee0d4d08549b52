import type { Dialect } from "../dialect"
import { messagesWith } from "../messages"
import { access } from "./access"
import { accounts } from "./accounts"
import { articles } from "./articles"
import { conversation } from "./conversation"
import { documents } from "./documents"
import { listInputs } from "./list-inputs"
import { payments } from "./payments"
import { placement } from "./listings"
import { search } from "./search"
import { settings } from "./settings"

/** The open server of this product family (docs/reference/api.md). */
export const community: Dialect = {
  name: "community",
  calls: { ...access, ...accounts, ...articles, ...conversation, ...documents, ...payments, ...placement, ...search, ...settings },
  streams: {
    "POST /upload/document": true,
    "POST /upload/avatar": true,
    "POST /upload/banner": true,
    "POST /upload/category": true,
    "POST /upload/cover": false,
    "POST /upload/config": true,
    "POST /upload/article": true,
    "POST /upload/report": false,
    "POST /upload/complaint": false,
    "POST /upload/tus": false,
    "GET /document/progress": false,
    "GET /opds/file": false,
    "GET /oai": false,
    "POST /oai": false,
    "GET /oauth/officialaccount/token": false,
    "POST /oauth/officialaccount/token": false,
    "POST /callback/wechatpay": false,
    "POST /callback/alipay": false,
    "POST /callback/xunhupay": false,
  },
  listInputs,
  messages: messagesWith(),
  translated: true,
}
