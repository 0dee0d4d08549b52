import type { Input, Key } from "../../../lib/contract/types"
import type { Dialect } from "../dialect"

type Fields<K extends Key> = readonly (keyof Input<K> & string)[]
const list = <const K extends Key>(key: K, ...fields: Fields<K>): [K, Fields<K>] => [key, fields]

/**
 * The inputs that each list of a community server honours besides paging, named as in our contract (docs/reference/api.md 2). It ignores everything
 * else, also fields of its own messages: an order, a filter, a search text.
 */
export const listInputs: Dialect["listInputs"] = Object.fromEntries([
  list("GET /advertisement/list", "wd", "position", "enable"),
  list("GET /article/list", "wd", "order", "category_id", "user_id", "status", "is_recommend"),
  list("GET /article/recycle/list", "wd", "order", "category_id", "user_id", "status", "is_recommend"),
  list("GET /attachment/list", "wd", "enable", "user_id", "type"),
  list("GET /banner/list", "wd", "type", "enable"),
  list("GET /category/list", "wd", "parent_id", "type", "enable"),
  list("GET /comment/list", "wd", "order", "document_id", "user_id", "parent_id", "type", "status", "with_document_title"),
  list(
    "GET /document/list",
    ...(["wd", "order", "category_id", "user_id", "status", "is_recommend", "language"] as const),
    "ext",
    "fee_type",
    "created_at",
  ),
  list("GET /document/recycle", "wd", "status", "category_id", "user_id"),
  list("GET /favorite/list", "type"),
  list("GET /friendlink/list", "wd", "enable"),
  list("GET /group/list", "wd"),
  list("GET /language/list", "wd", "enable"),
  list("GET /navigation/list", "wd", "order"),
  list("GET /permission/list", "wd", "path", "method"),
  list("GET /punishment/list", "wd", "order", "type", "enable", "user_id"),
  list("GET /report/list", "wd", "status"),
  list("GET /searchrecord/list", "keywords", "ip", "user_id", "order"),
  list("GET /user/download"),
  list("GET /user/dynamic"),
  // Its own name for the order is `sort`.
  list("GET /user/list", "wd", "order", "sort", "id", "group_id", "status"),
])
