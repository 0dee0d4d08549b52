import { z } from "zod"
import { area, perHour } from "./area"
import { Group, Permission } from "./group"
import { flag, filled, id, int, list, listing, many, nothing, num, range, str, text, time } from "./schema"

/** What everybody may see of a person (docs/reference/api.md 3.1). */
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
  /** the group shown beside the name */
  group_name: str,
})

/** What a person sees of themselves; staff with the permission see it of others. */
export const User = PublicUser.extend({
  email: str,
  mobile: str,
  address: str,
  realname: str,
  identity: str,
  is_vip: flag,
  group_id: many(z.number()),
  remark: str,
  register_ip: str,
  last_login_ip: str,
  /** false for who came by SMS or a third party and has not set one */
  has_password: flag,
  email_verified: flag,
  mobile_verified: flag,
  /** when the account will be erased, if its owner asked for it */
  closing_at: time,
  login_at: time,
  created_at: time,
  updated_at: time,
})

/** Letters, digits, `_`, `-`, Chinese; not shaped like an e-mail or a mobile number (docs/decisions/018). */
const nameRule = { error: "用户名只能用中文、字母、数字、下划线和短横线", abort: true }
export const username = z
  .string({ error: "用户名应为文字" })
  // elsewhere these are left out of a text; a name would become another one without a word
  .refine((value) => !/[\u202a-\u202e\u2066-\u2069]/.test(value), nameRule)
  .pipe(text(32, "用户名"))
  .pipe(z.string().min(1, { error: "请输入您的登录用户名" }))
  .pipe(z.string().min(2, { error: "用户名长度必须至少为2个字符" }))
  .refine((value) => !/^1[3-9]\d{9}$/.test(value) && !/^\S+@\S+\.\S+$/.test(value), {
    error: "出于隐私保护，用户名不能是邮箱或手机号码",
    abort: true,
  })
  .refine((value) => /^[\p{Script=Han}A-Za-z0-9_-]+$/u.test(value), nameRule)
export const password = z
  .string({ error: "请输入密码" })
  .min(8, { error: "密码长度必须至少为8个字符" })
  .max(128, { error: "密码长度不能超过128个字符" })
export const email = text(64, "电子邮箱").pipe(z.email({ error: "请输入正确的电子邮箱" }))
/** 11 digits, 1 and then 3 to 9 (docs/reference/specification.md 5). */
export const mobile = text(20, "手机号").pipe(z.string().regex(/^1[3-9]\d{9}$/, { error: "请输入正确的手机号码" }))
const emptyOr = <T extends z.ZodType>(schema: T) => z.union([z.literal(""), schema])

/** One line of somebody's dynamics. `content` is the sentence as HTML for older clients; ours draw it from the parts. */
export const Dynamic = z.object({ id: num, user_id: num, type: num, content: str, title: str, href: str, credit: num, created_at: time })
export const Sign = z.object({ id: num, user_id: num, sign_at: num, award: num, streak: num, ip: str, created_at: time })
export const Download = z.object({
  id: num,
  user_id: num,
  document_id: num,
  document_uuid: str,
  title: str,
  ext: str,
  cover: str,
  score: num,
  pages: num,
  size: num,
  is_pay: flag,
  created_at: time,
})
/** One movement of the person's credits; `amount` < 0 = spent, `balance` after it. */
export const CreditEntry = z.object({ id: num, kind: str, remark: str, amount: num, balance: num, created_at: time })
export const LoginSession = z.object({ id: str, ip: str, user_agent: str, current: flag, created_at: time, last_used_at: time })

const Profile = z.object({
  id: int.optional(),
  username: username.optional(),
  realname: text(64, "真实姓名").optional(),
  identity: text(32, "身份证").optional(),
  email: emptyOr(email).optional(),
  mobile: emptyOr(mobile).optional(),
  address: text(255, "地址").optional(),
  signature: text(255, "个性签名").optional(),
  avatar: z
    .union([z.literal(""), z.string().regex(/^\/uploads\/[\w/.-]{1,240}$/, { error: "头像地址不正确" })], { error: "头像地址不正确" })
    .optional(),
  remark: text(255, "备注").optional(),
})

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
  "GET /user/permission": {
    title: "我的权限",
    access: "login",
    allowedWhileClosed: true,
    input: z.object({}),
    output: z.object({ permission: many(Permission) }),
  },
  "GET /user/caniuploaddocument": { title: "能否上传文档", access: "login", input: z.object({}), output: nothing },
  "GET /user/canipublisharticle": { title: "能否发布文章", access: "login", input: z.object({}), output: nothing },
  "PUT /user/profile": { title: "更新用户资料", access: "login", permission: "UserAPI/UpdateUserProfile", input: Profile, output: nothing },
  "PUT /user/password": {
    title: "修改用户密码",
    access: "login",
    permission: "UserAPI/UpdateUserPassword",
    secretInput: true,
    input: z.object({ id: int.optional(), old_password: z.string().max(128).optional(), new_password: password }),
    output: nothing,
  },
  "PUT /user/email": {
    title: "绑定邮箱",
    access: "login",
    secretInput: true,
    input: z.object({ email, code: filled(16, "邮箱验证码"), password: z.string().max(128).optional() }),
    output: nothing,
  },
  "PUT /user/mobile": {
    title: "绑定手机",
    access: "login",
    secretInput: true,
    input: z.object({ mobile, code: filled(16, "短信验证码"), password: z.string().max(128).optional() }),
    output: nothing,
  },
  "GET /user/dynamic": {
    title: "我的动态",
    access: "login",
    input: z.object(listing),
    output: z.object({ total: num, dynamic: many(Dynamic) }),
  },
  "GET /user/credit": {
    title: "我的积分明细",
    access: "login",
    input: z.object(listing),
    /** `gained` and `spent` of this month */
    output: z.object({ total: num, balance: num, gained: num, spent: num, credit: many(CreditEntry) }),
  },
  "GET /user/download": {
    title: "我的下载",
    access: "login",
    input: z.object({ ...listing, created_at: range.optional() }),
    output: z.object({ total: num, download: many(Download) }),
  },
  /** id 0 = not signed today (docs/reference/specification.md 4) */
  "GET /user/sign": { title: "今天的签到", access: "login", input: z.object({}), output: Sign },
  "PUT /user/sign": { title: "签到", access: "login", input: z.object({}), output: Sign },
  "GET /user/session": { title: "我的登录设备", access: "login", input: z.object({}), output: z.object({ session: many(LoginSession) }) },
  "DELETE /user/session": {
    title: "让设备退出登录",
    access: "login",
    input: z.object({ id: list(z.uuid({ error: "编号不正确" })) }),
    output: nothing,
  },
  "GET /user/export": {
    title: "导出我的数据",
    access: "login",
    limit: perHour(10, "person"),
    input: z.object({}),
    output: z.record(z.string(), z.unknown()),
  },
  "POST /user/close": {
    title: "注销账号",
    access: "login",
    secretInput: true,
    input: z.object({ password: z.string().max(128).optional() }),
    output: z.object({ closing_at: time }),
  },
  "DELETE /user/close": { title: "撤销注销", access: "login", input: z.object({}), output: nothing },
  "GET /user/list": {
    title: "查看用户列表",
    access: "public",
    permission: "UserAPI/ListUser",
    input: z.object({
      ...listing,
      sort: z.string().max(200).optional(),
      id: list(int).optional(),
      group_id: list(int).optional(),
      status: list(int).optional(),
    }),
    output: z.object({ total: num, user: many(User) }),
  },
  "POST /user": {
    title: "新增用户",
    access: "permission",
    permission: "UserAPI/AddUser",
    secretInput: true,
    input: z.object({
      username,
      password,
      email: emptyOr(email).optional(),
      group_id: list(id).refine((ids) => ids.length > 0, { error: "用户组不能为空" }),
    }),
    output: z.object({ id: num }),
  },
  "PUT /user": {
    title: "设置用户密码与分组",
    access: "permission",
    permission: "UserAPI/SetUser",
    secretInput: true,
    input: z.object({
      id,
      password: emptyOr(password).optional(),
      group_id: list(id).refine((ids) => ids.length > 0, { error: "用户组不能为空" }),
    }),
    output: nothing,
  },
  "DELETE /user": {
    title: "删除用户",
    access: "permission",
    permission: "UserAPI/DeleteUser",
    secretInput: true,
    input: z.object({ id: list(id), password: z.string({ error: "请输入密码" }).max(128, { error: "密码错误" }) }),
    output: nothing,
  },
})
