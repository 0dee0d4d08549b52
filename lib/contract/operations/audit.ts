import { z } from "zod"
import { area } from "../area"
import { auditKindOptions } from "./audit.objects"
import { filter, filterList, id, int, listing, many, num, oneOf, range, str, text, time } from "../schema"

/** A row that was changed, as it was and as it is: only what differs. null: it was not there, or is not any more. */
const AuditChange = z.object({
  object: str,
  title: str,
  before: z.record(z.string(), z.unknown()).nullable().default(null),
  after: z.record(z.string(), z.unknown()).nullable().default(null),
})

/**
 * One entry of the audit log (docs/decisions/092): `kind` tells what staff have done from security events. `objects` are what it was done to, as
 * `banner:7`; `detail` says how, of a security event. Secrets are masked. In a list `input`, `changes` and `user_agent` are empty.
 */
export const Audit = z.object({
  id: num,
  kind: num,
  user_id: num,
  username: str,
  /** the key of a call, as `PUT /banner`, or the SecurityEventType */
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
    /** `wd`: words in the title of the action */
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
