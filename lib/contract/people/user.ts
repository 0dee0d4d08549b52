import { z } from "zod"
import { area } from "../area"
import { Group } from "./group"
import { flag, int, many, nothing, num, str, text, time } from "../schema"

/** A user's public data (docs/reference/api.md 3.1). */
export const PublicUser = z.object({
  id: num,
  username: str,
  avatar: str,
  signature: str,
  doc_count: num,
  article_count: num,
  favorite_count: num,
  comment_count: num,
  follow_count: num,
  fans_count: num,
  credit_count: num,
  /** downloads of the public documents, and the mean of their ratings times 100 (0 = not rated); only where one user is read */
  download_count: num,
  score: num,
  /** the group displayed beside the name */
  group_name: str,
})

/** A user's private data, visible to the user and to staff with the permission. */
export const User = PublicUser.extend({
  /** 1 (disabled) while a punishment blocks the account; public, because the user's page displays it */
  status: num,
  email: str,
  mobile: str,
  address: str,
  realname: str,
  identity: str,
  is_vip: flag,
  group_id: many(z.number().int()),
  remark: str,
  register_ip: str,
  last_login_ip: str,
  /** false for a user who registered by SMS or a third party and has not set a password */
  has_password: flag,
  /** true if the password was set by the first start, the operator's terminal or staff, so another person has seen it */
  password_issued: flag,
  email_verified: flag,
  mobile_verified: flag,
  /** when the account will be deleted, if its owner requested it */
  closing_at: time,
  /** the signature that waits for review, for its owner in an answer to `GET /user` without `id` */
  waiting_signature: str,
  login_at: time,
  created_at: time,
  updated_at: time,
})

/** Letters, digits, `_`, `-`, Chinese; not shaped like an e-mail or a mobile number (docs/decisions/018). */
const nameRule = { error: "用户名只能用中文、字母、数字、下划线和短横线", abort: true }
export const username = z
  .string({ error: "用户名应为文字" })
  // other texts drop these characters, but a name must not be changed silently
  .refine((value) => !/[\u202a-\u202e\u2066-\u2069]/.test(value), nameRule)
  .pipe(text(32, "用户名"))
  .pipe(z.string().min(1, { error: "请输入您的登录用户名" }))
  .pipe(z.string().min(2, { error: "用户名长度必须至少为2个字符" }))
  .refine((value) => !/^1[3-9]\d{9}$/.test(value) && !/^\S+@\S+\.\S+$/.test(value), {
    error: "出于隐私保护，用户名不能是邮箱或手机号码",
    abort: true,
  })
  .refine((value) => /^[\p{Script=Han}A-Za-z0-9_-]+$/u.test(value), nameRule)
export const email = text(64, "电子邮箱").pipe(z.email({ error: "请输入正确的电子邮箱" }))
/** 11 digits: 1, then 3 to 9 (docs/reference/specification.md 5). */
export const mobile = text(20, "手机号").pipe(
  z
    .string()
    .overwrite((value) => value.normalize("NFKC"))
    .regex(/^1[3-9]\d{9}$/, { error: "请输入正确的手机号码" }),
)

export const user = area({
  "GET /user": {
    title: "根据 ID 查询用户",
    access: "public",
    allowedWhileClosed: "own",
    permission: "UserAPI/GetUser",
    input: z.object({ id: int.optional() }),
    output: User,
  },
  "GET /user/group": {
    title: "我的分组",
    access: "login",
    allowedWhileClosed: true,
    input: z.object({}),
    output: z.object({ group: many(Group) }),
  },
  "GET /user/caniuploaddocument": { title: "能否上传文档", access: "login", input: z.object({}), output: nothing },
  "GET /user/canipublisharticle": { title: "能否发布文章", access: "login", input: z.object({}), output: nothing },
})
