import { notFound } from "../../errors"
import { notOffered, offered, type AskRemote, type Dialect, type ReadRow } from "../dialect"
import { isFields, type Fields } from "../messages"
import { rowsOf } from "../whole-row"

/** The fields that saving a profile replaces all at once (docs/reference/api.md 2.1, U6). */
const profileFields = ["id", "mobile", "email", "address", "signature", "avatar", "realname", "identity", "remark"]

/** Every user of this server logs in with a password. */
const person = (user: Fields): Fields => ({ ...user, has_password: true })
/** Completes the user in the answer to a login. */
export const session = (answer: Fields): Fields => ({ ...answer, ...(isFields(answer["user"]) && { user: person(answer["user"]) }) })

/** Reads a user as the list returns them: with groups, and for staff also with the remark. */
const listed = async (id: unknown, ask: AskRemote) => rowsOf((await ask("GET /user/list", { id: [id], page: 1, size: 10 })).data, "user")[0]
/** Finds the user just created, because the answer to a creation contains no id. */
const named = async (username: string, ask: AskRemote) =>
  rowsOf((await ask("GET /user/list", { wd: username, page: 1, size: 10 })).data, "user").find((row) => row["username"] === username)

/** Reads a user with the remark, which only the list returns. Saving a profile without it would delete it. */
export const readPerson: ReadRow = async ({ id }, ask) => {
  const reply = await ask("GET /user", id ? { id } : {})
  if (reply.status !== 200 || !isFields(reply.data)) return reply
  const remark = (await listed(reply.data["id"], ask))?.["remark"]
  return { status: 200, data: { ...reply.data, remark } }
}
const readProfile: ReadRow = async (change, ask) => {
  const { data, ...reply } = await readPerson(change, ask)
  return { ...reply, data: isFields(data) ? Object.fromEntries(profileFields.map((name) => [name, data[name]])) : data }
}

export const accounts = {
  "POST /user/register": { ...offered, fromRemote: session },
  "POST /user/login": { ...offered, fromRemote: session },
  "DELETE /user/logout": offered,
  "POST /user/register/mobile": notOffered,
  "POST /user/login/mobile": notOffered,
  "POST /user/findpassword/stepone": offered,
  "PUT /user/findpassword/steptwo": offered,
  "POST /user/findpassword/mobile": notOffered,
  "PUT /user/profile": {
    ...offered,
    toRemote: ({ id, username: _, code: _code, password: _password, ...change }) => ({ ...change, ...(id ? { id } : {}) }),
    wholeRow: readProfile,
    absent: ["username"],
  },
  "PUT /user/password": offered,
  "PUT /user/email": notOffered,
  "PUT /user/mobile": notOffered,
  "GET /user/list": {
    ...offered,
    toRemote: ({ order, ...input }) => (order && !input.sort ? { ...input, sort: order } : input),
    fromRemote: (answer) => ({ ...answer, user: rowsOf(answer, "user").map(person) }),
  },
  "POST /user": {
    ...offered,
    required: ["email"],
    fromRemote: async (_, { input, ask }) => ({ id: (await named(input.username, ask))?.["id"] ?? 0 }),
  },
  "PUT /user": {
    ...offered,
    toRemote: async (input, ask) => {
      const row = await listed(input.id, ask)
      if (!row) throw notFound("用户不存在")
      return { ...input, username: row["username"] }
    },
  },
  "DELETE /user": offered,
  "GET /user": { ...offered, fromRemote: person },
  "GET /user/group": offered,
  "GET /user/caniuploaddocument": offered,
  "GET /user/canipublisharticle": offered,
  "GET /user/captcha": { ...offered, absent: ["sms"], dropped: ["sms"] },
  "POST /user/email/code": offered,
  "GET /user/dynamic": offered,
  "GET /user/sign": offered,
  "PUT /user/sign": offered,
  "GET /user/credit": notOffered,
  "GET /user/session": notOffered,
  "DELETE /user/session": notOffered,
  "GET /user/token": notOffered,
  "POST /user/token": notOffered,
  "DELETE /user/token": notOffered,
  "GET /user/export": notOffered,
  "POST /user/close": notOffered,
  "POST /user/confirm": notOffered,
  "GET /user/factor": notOffered,
  "POST /user/totp": notOffered,
  "PUT /user/totp": notOffered,
  "DELETE /user/totp": notOffered,
  "POST /user/passkey/begin": notOffered,
  "POST /user/passkey": notOffered,
  "PUT /user/passkey": notOffered,
  "DELETE /user/passkey": notOffered,
  "POST /user/recovery": notOffered,
  "POST /user/login/passkey/begin": notOffered,
  "POST /user/login/passkey": notOffered,
  "DELETE /user/factor": notOffered,
  "DELETE /user/close": notOffered,
} satisfies Partial<Dialect["calls"]>
