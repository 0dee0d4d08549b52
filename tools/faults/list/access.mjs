import { declare } from "../fault.mjs"

/** Who may do what: permissions, tokens, sessions, codes. */
export const accessFaults = declare([
  {
    name: "permission-unchecked",
    rule: "A call that needs a permission is refused to users without it.",
    file: "server/wire/access.ts",
    find: 'entry.access === "permission" && !ctx.may(key)',
    replace: 'entry.access === "permission" && !ctx.user',
    tests: ["comment.test.ts"],
  },
  {
    name: "token-scope-unchecked",
    rule: "An access token is good only for calls of its scopes.",
    file: "server/wire/access.ts",
    find: "if (!scopes.has(scope)) throw",
    replace: "if (!scope) throw",
    tests: ["access-token.test.ts"],
  },
  {
    name: "session-never-expires",
    rule: "A session ends after 30 days without use.",
    file: "server/modules/people/session/session.repository.ts",
    find: "gt(sessionTable.expires_at, now)",
    replace: "gt(sessionTable.expires_at, new Date(0))",
    tests: ["tokens.test.ts"],
  },
  {
    name: "closed-site-open",
    rule: "A closed site answers nobody but staff.",
    file: "server/modules/site/settings/site-access.policy.ts",
    find: "security.is_close && !isStaff(user)",
    replace: "security.is_close && !user.username",
    tests: ["site-access.test.ts"],
  },
  {
    name: "rank-unchecked",
    rule: "Staff do not change users who have permissions that they lack.",
    file: "server/modules/people/group/rank.policy.ts",
    find: "if (!holdsAll(ctx, await listPathsOfPeople(ctx, userIds)))",
    replace: "if (!holdsAll(ctx, []))",
    tests: ["rank.test.ts"],
  },
  {
    name: "captcha-used-twice",
    rule: "The answer of a captcha is valid once.",
    file: "server/modules/people/captcha/captcha.usecases.ts",
    find: "app.database.db.delete(captchaTable).where(eq(captchaTable.id, captcha_id)).returning()",
    replace: "app.database.db.select().from(captchaTable).where(eq(captchaTable.id, captcha_id))",
    tests: ["tests/**/captcha.test.ts"],
  },
  {
    name: "one-time-password-replayed",
    rule: "A one-time password that was used, and any older one, is refused.",
    file: "server/modules/people/two-factor/totp.rules.ts",
    find: "timingSafeEqual(given, wanted) && step > after",
    replace: "timingSafeEqual(given, wanted) && step > 0",
    tests: ["totp.rules.test.ts"],
  },
  {
    name: "sent-code-without-tries",
    rule: "A code that was sent by mail or SMS allows five tries.",
    file: "server/modules/people/verification/verification.repository.ts",
    find: "and(eq(t.id, id), lt(t.tries, maxTries))",
    replace: "and(eq(t.id, id), lt(t.tries, maxTries + 1000))",
    tests: ["verification.test.ts"],
  },
])
