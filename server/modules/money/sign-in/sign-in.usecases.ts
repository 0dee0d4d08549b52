import { randomInt } from "node:crypto"
import { and, eq } from "drizzle-orm"
import { DynamicType } from "@/lib/contract/people/activity.enums"
import type { Ctx, LoggedIn } from "@/server/context"
import { dayNumber } from "@/lib/rules/day"
import { conflict } from "@/server/errors"
import { addDynamic } from "../../people/activity/activity.usecases"
import { award as giveAward } from "../ledger/ledger.usecases"
import { lockPeople } from "../ledger/locks.usecases"
import { settingsOf } from "../../site/settings/settings.usecases"
import { signTable as t } from "./sign-in.table"

const findSign = async (ctx: Ctx, userId: number, day: number) =>
  (
    await ctx.db
      .select()
      .from(t)
      .where(and(eq(t.user_id, userId), eq(t.sign_at, day)))
  )[0] ?? null

/** Returns today's row; id 0 = not signed in yet (docs/reference/specification.md 4). */
export const readSign = async (ctx: LoggedIn) => (await findSign(ctx, ctx.user.id, dayNumber(ctx.now()))) ?? { id: 0, user_id: ctx.user.id }

/** Both ends are inclusive, like `randomInt(from, to + 1)` of node:crypto. */
type Chance = (from: number, to: number) => number
const anyBetween: Chance = (from, to) => (to > from ? randomInt(from, to + 1) : from)

/**
 * Signs in for today (Asia/Shanghai), once: the unique row decides between concurrent calls. The award is a random number in the range of
 * the settings, plus a bonus on every day that completes a streak.
 */
export const signIn = async (ctx: LoggedIn, _input: object, chance: Chance = anyBetween) => {
  const { sign_in, sign_in_max, sign_streak, sign_streak_award, credit_name } = await settingsOf(ctx.app, "score")
  const user_id = ctx.user.id
  return ctx.tx(async (ctx) => {
    await lockPeople(ctx, [user_id])
    const day = dayNumber(ctx.now())
    const streak = ((await findSign(ctx, user_id, dayNumber(ctx.now(), -1)))?.streak ?? 0) + 1
    const complete = sign_streak > 0 && streak % sign_streak === 0
    const award = Math.max(0, chance(sign_in, Math.max(sign_in, sign_in_max))) + (complete ? sign_streak_award : 0)
    const [row] = await ctx.db
      .insert(t)
      .values({ user_id, sign_at: day, award, streak, ip: ctx.request.ip, created_at: ctx.now() })
      .onConflictDoNothing()
      .returning()
    if (!row) throw conflict("你今天已经签到过了")
    await giveAward(ctx, {
      user_id,
      kind: "sign",
      key: `sign:${user_id}:${day}`,
      amount: award,
      remark: complete ? `签到奖励，连续 ${streak} 天` : "签到奖励",
    })
    const message = `${complete ? `连续签到 ${streak} 天` : "每日签到"}${award > 0 ? `，获得 ${award} ${credit_name}` : ""}`
    await addDynamic(ctx, { user_id, type: DynamicType.sign, message, credit: award })
    return row
  })
}
