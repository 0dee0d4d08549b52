import { z } from "zod"
import { area } from "./area"
import { flag, int, many, nothing, num, str, text, time } from "./schema"

/** What everybody may see of a person (`reference/api.md` 3.1 "single"). */
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
})

/** What a person sees of themselves; staff with the permission see it of others. */
export const User = PublicUser.extend({
  email: str,
  mobile: str,
  address: str,
  realname: str,
  identity: str,
  is_vip: flag,
  login_at: time,
  created_at: time,
  updated_at: time,
})

export const Session = z.object({ token: z.string(), user: User })

/** spec §9 and `docs/decisions`: letters, digits, `_`, `-`, Chinese; not shaped like an e-mail or a mobile number. */
const username = text(32, "用户名")
  .pipe(z.string().min(2, { error: "用户名长度必须至少为2个字符" }))
  .refine((value) => /^[\p{Script=Han}A-Za-z0-9_-]+$/u.test(value), { error: "用户名只能用中文、字母、数字、下划线和短横线" })
  .refine((value) => !/^1[3-9]\d{9}$/.test(value), { error: "出于隐私保护，用户名不能是邮箱或手机号码" })
const password = z
  .string({ error: "请输入密码" })
  .min(8, { error: "密码长度必须至少为8个字符" })
  .max(128, { error: "密码长度不能超过128个字符" })

export const Register = z.object({
  username,
  password,
  email: text(64, "电子邮箱").pipe(z.email({ error: "请输入正确的电子邮箱" })),
})

export const Login = z.object({
  username: text(64, "用户名").pipe(z.string().min(1, { error: "请输入您的登录用户名" })),
  password: z.string({ error: "请输入密码" }).min(1, { error: "请输入密码" }).max(128, { error: "用户名或密码错误" }),
})

export const Group = z.object({ id: num, title: str, color: str, is_default: flag, is_display: flag, description: str })

export const user = area({
  "POST /user/register": { title: "注册", access: "public", input: Register, output: Session },
  "POST /user/login": { title: "登录", access: "public", input: Login, output: Session },
  "DELETE /user/logout": { title: "退出登录", access: "public", input: z.object({}), output: nothing },
  "GET /user": { title: "查看用户", access: "public", input: z.object({ id: int.optional() }), output: User },
  "GET /user/group": { title: "我的分组", access: "login", input: z.object({}), output: z.object({ group: many(Group) }) },
  "GET /user/caniuploaddocument": { title: "能否上传文档", access: "login", input: z.object({}), output: nothing },
})

