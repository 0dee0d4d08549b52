import type { z } from "zod"
import type { TokenScope } from "./people/session.token-scopes"

export type Method = "GET" | "POST" | "PUT" | "DELETE"
export type CallKey = `${Method} /${string}`

/** public: all visitors · login: with a session · permission: with this call's permission in a group. */
export type Access = "public" | "login" | "permission"

/**
 * At most `points` requests in `seconds`, counted across all processes. By "place" (the network of the request) or by "person" (the network
 * for an anonymous visitor). Entries with the same `shared` name share one count.
 */
export type RateLimit = { points: number; seconds: number; by: "place" | "person"; shared?: string }
export const perHour = (points: number, by: RateLimit["by"] = "place"): RateLimit => ({ points, seconds: 3_600, by })
export const perMinute = (points: number, by: RateLimit["by"] = "place"): RateLimit => ({ points, seconds: 60, by })

/** Properties that calls and streams share: title and conditions. */
export type Conditions = {
  /** displayed to staff in the permission list */
  title: string
  access: Access
  limit?: RateLimit
  /**
   * Also answered while site security denies the caller access (`server/wire/site-access.ts`). "own": only while the input contains no
   * `id`.
   */
  allowedWhileClosed?: true | "own"
  /**
   * A POST or PUT that is also accepted while the disk has less than its reserve (`server/wire/disk-reserve.ts`): logging in, and settings,
   * so that staff can make room. Reading and deleting always are.
   */
  allowedWhileFull?: true
  /**
   * For money, roles, secrets and account deletion: the password of the session must have been proven within ten minutes, by a login or by
   * `POST /user/confirm`; else 403 with `confirmationRequired`. If it depends on the input, a use case checks it
   * (`server/security/confirmation.ts`).
   */
  confirmed?: true
  /** Also answered to staff who must set up a second factor but have not done so yet (`two-factor/staff-factor.policy.ts`). */
  allowedWithoutFactor?: true
  /**
   * The access token scope that it requires, null for none; only if it differs from what area and method imply
   * (`people/session.scopes.ts`).
   */
  scope?: TokenScope | null
  /** It may answer 404 although its input names no row. */
  missing?: true
  /** It may answer 409: the row already exists, or the action is impossible in the current state. */
  conflicts?: true
}

/** Name of a permission, `<Service>API/<Method>`: existing admin clients derive their pages from it. */
export type PermissionName = `${string}API/${string}`

/**
 * One call of `/api/v1`. `permission` names the row that grants the call; on a public or login call it widens what the call returns or
 * permits (`ctx.may`).
 */
export type Call = Conditions & {
  input: z.ZodType
  output: z.ZodType
  /** The input has a secret field (`secret-input.ts`): a DELETE sends it as JSON, never in its URL, and the audit log masks it. */
  secretInput?: true
  /**
   * All visitors without a session get the same answer: it is cached for a second, or until something changes (`server/wire/answers.ts`).
   * `unless` names an input field with which the call also counts something. "everybody": on pages, logged-in users get that answer too,
   * while site security excludes no visitor.
   */
  shared?: true | "everybody" | { unless: string }
  /**
   * Every change of a shared answer is announced, so it may be cached for half a minute: with ten thousand rows one answer takes a tenth of
   * a second.
   */
  announced?: true
  /** The row is first compared with the caller's `If-Match`, so that a newer change by another user is not overwritten (409). */
  versioned?: true
  /** Fields of its rows that only callers with its permission can read (`lib/contract/crud.ts`). */
  staffOnly?: readonly string[]
  /** The call contacts other servers, so no transaction stays open around its handler and its audit entry. */
  transaction?: false
} & ({ access: "permission"; permission: PermissionName } | { access: "public" | "login"; permission?: PermissionName })

export type Area = Record<CallKey, Call>

/** Declares the calls of one area; preserves the literal types of keys, access and schemas. */
export const area = <const A extends Area>(calls: A): A => calls
