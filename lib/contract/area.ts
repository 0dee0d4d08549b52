import type { z } from "zod"
import type { TokenScope } from "./people/session.token-scopes"

export type Method = "GET" | "POST" | "PUT" | "DELETE"
export type CallKey = `${Method} /${string}`

/** public: everybody · login: with a session · permission: with this call's permission in a group. */
export type Access = "public" | "login" | "permission"

/**
 * At most `points` requests in `seconds`, counted by all processes together. By "place" (the network that a request comes
 * from) or by "person" (the place where nobody is logged in). Entries with the same `shared` name share one count.
 */
export type Limit = { points: number; seconds: number; by: "place" | "person"; shared?: string }
export const perHour = (points: number, by: Limit["by"] = "place"): Limit => ({ points, seconds: 3_600, by })
export const perMinute = (points: number, by: Limit["by"] = "place"): Limit => ({ points, seconds: 60, by })

/** Properties that calls and streams share: title and conditions. */
export type Conditions = {
  /** what staff read in the permission list */
  title: string
  access: Access
  limit?: Limit
  /** Answered also while site security refuses the caller (`server/wire/site-access.ts`). "own": only while the input names no `id`. */
  allowedWhileClosed?: true | "own"
  /**
   * Money, roles, secrets, deletion of accounts: the session's password must have been proven within ten minutes, by a login or by
   * `POST /user/confirm`; else 403 with `confirmationRequired`. Where it depends on the input, a use case asks (`server/security/confirmation.ts`).
   */
  confirmed?: true
  /** Answered also to staff whom the site asks for a second factor before they have set one up (`two-factor/staff-factor.policy.ts`). */
  allowedWithoutFactor?: true
  /** The scope of an access token that it asks for, null for none, where that is not what its area and method say (`people/session.scopes.ts`). */
  scope?: TokenScope | null
  /** It may answer 404 although its input names no row. */
  missing?: true
  /** It may answer 409: what it makes is there already, or cannot be done in the present state. */
  conflicts?: true
}

/** Name of a permission, `<Service>API/<Method>`: existing admin clients derive their pages from it. */
export type PermissionName = `${string}API/${string}`

/**
 * One call of `/api/v1`. `permission` names the row that grants the call; on a public or login call it widens what the
 * call shows or lets do (`ctx.may`).
 */
export type Call = Conditions & {
  input: z.ZodType
  output: z.ZodType
  /** The input has a secret field (`secret-input.ts`): a DELETE carries it as JSON, never in its address, and the audit log masks it. */
  secretInput?: true
  /**
   * Every visitor without a session gets the same answer: it is kept for a second, or until something changes (`server/wire/answers.ts`).
   * `unless` names a field of the input with which the call also counts something. "everybody": whoever is logged in gets that answer as
   * well, on pages, while site security keeps nobody out.
   */
  shared?: true | "everybody" | { unless: string }
  /** All that changes a shared answer is announced, so that it may be kept for half a minute: of ten thousand rows one answer takes a tenth of a second. */
  announced?: true
  /** The row is compared with the caller's `If-Match` first: what somebody else has written since is not written over (409). */
  versioned?: true
  /** Fields of its rows that only callers with its permission read (`lib/contract/crud.ts`). */
  staffOnly?: readonly string[]
  /** The call talks to other servers: no transaction stays open around its handler and its audit line. */
  transaction?: false
} & ({ access: "permission"; permission: PermissionName } | { access: "public" | "login"; permission?: PermissionName })

export type Area = Record<CallKey, Call>

/** Declares the calls of one area; the literal types of keys, access and schemas are kept. */
export const area = <const A extends Area>(calls: A): A => calls
