import { createHash } from "node:crypto"
import { SafetyLevel, type SafetyPlace, type StoredFinding } from "@/lib/contract/community/content-safety.enums"
import type { Ctx, Services } from "@/server/context"
import { AppError } from "@/server/errors"
import { SafetyError, type SafetyAccount, type SafetyVerdict } from "@/server/ports/content-safety/content-safety.port"
import { settingsOf } from "../../site/settings/settings.usecases"
import {
  countFailed,
  findCheck,
  listChecks,
  listVerdicts,
  writeCheck,
  writeFailure,
  type SafetyCheckRow,
  type SafetyFilter,
} from "./safety-check.repository"
import { reasonOf } from "./safety-reason.rules"

/* Contents are checked by a service outside, in a job after they were stored (docs/decisions/474). */

/** A part of a content: a text, or the storage key of a picture. */
export type SafetyPart = { place: SafetyPlace; page: number } & ({ text: string } | { picture: string })
type Subject = Pick<SafetyCheckRow, "kind" | "object_id">
/** What the service found; `reason` is why the content should wait for a person, "" if it need not. */
export type Inspection = { row: SafetyCheckRow; reason: string }

/** Findings of one content that are stored, the bytes of a picture that are sent, and the characters of a failure. */
const [maxFindings, maxPicture, maxError] = [50, 7_000_000, 255]

/** `pages`: how many of a document are checked; `daily`: how many texts and pictures in a day, on the whole site. */
type SafetySetting = { account: SafetyAccount; pages: number; daily: number }
/** Returns the account and the limits of the settings; null if the service is off or not complete. */
export const safetySetting = async (app: Services): Promise<SafetySetting | null> => {
  const security = await settingsOf(app, "security")
  const { safety_provider: provider, safety_key_id, safety_key_secret, safety_pages: pages, safety_daily: daily } = security
  if ((provider !== "aliyun" && provider !== "tencent") || !safety_key_id || !safety_key_secret) return null
  return { account: { provider, key_id: safety_key_id, key_secret: safety_key_secret }, pages, daily }
}

const digestOf = (version: readonly (string | number)[]): string => createHash("sha256").update(JSON.stringify(version)).digest("hex")

/**
 * Asks the service about a content, outside of a transaction. Returns null if the same content was checked before: what a person has approved
 * since stays approved.
 * @param version identifies the content
 * @throws SafetyError after noting it, so that the job tries again
 */
export const inspect = async (
  ctx: Ctx,
  subject: Subject,
  version: readonly (string | number)[],
  readParts: () => Promise<readonly SafetyPart[]>,
  signal?: AbortSignal,
): Promise<Inspection | null> => {
  const setting = await safetySetting(ctx.app)
  if (!setting) return null
  const digest = digestOf(version)
  const before = await findCheck(ctx.db, subject)
  if (before && before.digest === digest && before.level !== SafetyLevel.unchecked) return null
  const { account, daily } = setting
  const row = { ...subject, digest, provider: account.provider, findings: [], error: "", checked_at: ctx.now() }
  try {
    const verdicts: { part: SafetyPart; verdict: SafetyVerdict }[] = []
    for (const part of await readParts()) {
      const verdict = await check(ctx.app, { account, daily }, part, signal)
      if (verdict) verdicts.push({ part, verdict })
    }
    const strict = verdicts.filter(({ verdict }) => verdict.level > SafetyLevel.pass)
    const findings = strict.flatMap(findingsOf).slice(0, maxFindings)
    const level = Math.max(SafetyLevel.pass, ...strict.map(({ verdict }) => verdict.level))
    return { row: { ...row, level, findings }, reason: strict.length ? reasonOf(findings) : "" }
  } catch (error) {
    if (error instanceof SafetyError)
      await writeFailure(ctx.db, { ...row, digest: "", level: SafetyLevel.unchecked, error: error.message.slice(0, maxError) })
    throw error
  }
}

/** Counts a request, which costs money, for the whole site: edits make as many as their author likes. @throws SafetyError */
const spend = async (app: Services, daily: number): Promise<void> => {
  const everybody = { user: { id: 0 }, request: { ip: "" } }
  await app.admit("content-safety", { points: daily, seconds: 86_400, by: "person" }, everybody).catch((error: unknown) => {
    throw error instanceof AppError && error.retryAfter ? new SafetyError(`今天已经检查了 ${daily} 次，到了每天的上限`) : error
  })
}

type Purse = Pick<SafetySetting, "account" | "daily">
const check = async (app: Services, { account, daily }: Purse, part: SafetyPart, signal?: AbortSignal): Promise<SafetyVerdict | null> => {
  if ("text" in part) {
    if (!part.text.trim()) return null
    await spend(app, daily)
    return app.contentSafety.checkText(account, part.text, signal)
  }
  const size = await app.storage.size(part.picture)
  const picture = size !== null && size <= maxPicture ? await app.storage.read(part.picture) : null
  if (!picture?.length) return null
  await spend(app, daily)
  return app.contentSafety.checkPicture(account, picture, signal)
}

const findingsOf = ({ part: { place, page }, verdict }: { part: SafetyPart; verdict: SafetyVerdict }): StoredFinding[] =>
  verdict.findings.map((finding) => ({ place, page, ...finding }))

/** Stores a verdict, in the transaction that acts on it. */
export const storeInspection = ({ db }: Pick<Ctx, "db">, { row }: Inspection) => writeCheck(db, row)

/** Lists the verdicts on a content, of these `HitKind`s. */
export const listSafetyChecks = ({ db }: Pick<Ctx, "db">, kinds: number[], object_id: number) => listChecks(db, kinds, object_id)

/** Lists the last verdicts of all contents, newest first. */
export const listSafetyVerdicts = ({ db }: Pick<Ctx, "db">, filter: SafetyFilter, page: { offset: number; limit: number }) =>
  listVerdicts(db, filter, page)

/** Failures are told after this time, in which most of them end by themselves, and no longer than this: jobs that gave up are in their list (ms). */
const [patienceMs, toldMs] = [30 * 60_000, 86_400_000]

/** Says what the service has not checked; "" for nothing. */
export const failedSafetyChecks = async (ctx: Ctx): Promise<string> => {
  if (!(await safetySetting(ctx.app))) return ""
  const ago = (ms: number) => new Date(ctx.now().getTime() - ms)
  const { count, error } = await countFailed(ctx.db, ago(toldMs), ago(patienceMs))
  return count ? `${count} 份内容没有经过内容安全检查，已经公开；${error}。请检查“安全配置”里内容安全的密钥、余额和每天的上限` : ""
}
