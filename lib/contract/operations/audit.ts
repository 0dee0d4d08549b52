import { z } from "zod"
import { area } from "../area"
import { auditKindOptions } from "./audit.objects"
import { filter, filterList, id, int, listing, many, num, oneOf, range, str, text, time } from "../schema"

/** A changed row before and after, with only the fields that differ. null means that the row did not exist, or no longer exists. */
const AuditChange = z.object({
  object: str,
  title: str,
  before: z.record(z.string(), z.unknown()).nullable().default(null),
  after: z.record(z.string(), z.unknown()).nullable().default(null),
})

/**
 * One entry of the audit log (docs/decisions/092). `kind` separates staff operations from security events. `objects` lists the affected
 * objects, e.g. `banner:7`; `detail` describes a security event. Secrets are masked. In a list, `input`, `changes` and `user_agent` are
 * empty.
 */
export const Audit = z.object({
  id: num,
  kind: num,
  user_id: num,
  username: str,
  /** the key of a call, e.g. `PUT /banner`, or the SecurityEventType */
  action: str,
  title: str,
  detail: str,
  objects: many(z.string()),
  ip: str,
  user_agent: str,
  request: str,
  created_at: time,
  input: z.record(z.string(), z.unknown()).default({}),
  changes: many(AuditChange),
})

const permission = "AuditAPI/ListAudit"

export const audit = area({
  "GET /audit/list": {
    title: "查看审计日志",
    access: "permission",
    permission,
    /** `wd`: words in the action's title */
    input: z.object({
      ...listing,
      kind: filterList(oneOf({ options: auditKindOptions }, "种类不正确")),
      user_id: filterList(int),
      action: filterList(z.string().max(64)),
      object: filterList(z.string().max(32)),
      object_id: filter(text(64, "对象编号")),
      ip: filter(text(64, "IP")),
      created_at: filter(range),
    }),
    output: z.object({ total: num, audit: many(Audit) }),
  },
  "GET /audit": { title: "查看审计日志", access: "permission", permission, input: z.object({ id }), output: Audit },
})
