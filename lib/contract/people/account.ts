import { z } from "zod"
import { area, perHour } from "../area"
import { captchaFields } from "./captcha"
import { emptyOr, filled, filterList, flag, id, int, list, listing, many, nothing, num, str, text } from "../schema"
import { factorFields } from "./two-factor"
import { password } from "./account.password"
import { email, mobile, User, username } from "./user"

export const Session = z.object({ token: z.string(), user: User })

/**
 * `punishment`: the types of the active punishments; `downloads_today`: downloaded documents; `infringements`: takedowns in effect after
 * copyright complaints. All are for staff.
 */
export const ListedUser = User.extend({ punishment: many(z.number().int()), downloads_today: num, infringements: num })

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
  /** With one's own first e-mail address or mobile number: the code sent there, and the password if the account has one. */
  code: text(16, "验证码").optional(),
  password: z.string().max(128, { error: "密码不正确" }).optional(),
})

export const account = area({
  "POST /user/register": {
    title: "注册",
    access: "public",
    conflicts: true,
    limit: perHour(20),
    allowedWhileClosed: true,
    secretInput: true,
    input: z.object({ username, password, email, code: text(16, "邮箱验证码").optional(), ...captchaFields }),
    output: Session,
  },
  "POST /user/login": {
    title: "登录",
    access: "public",
    allowedWhileFull: true,
    limit: { points: 120, seconds: 300, by: "place" },
    allowedWhileClosed: true,
    secretInput: true,
    /** `username` is a user name, an e-mail address or a mobile number */
    input: z.object({
      username: text(64, "用户名").pipe(z.string().min(1, { error: "请输入您的登录用户名" })),
      password: z.string({ error: "请输入密码" }).min(1, { error: "请输入密码" }).max(128, { error: "用户名或密码错误" }),
      ...captchaFields,
      ...factorFields,
    }),
    output: Session,
  },
  "POST /user/login/passkey": {
    title: "通行密钥登录",
    access: "public",
    allowedWhileFull: true,
    limit: perHour(120),
    allowedWhileClosed: true,
    secretInput: true,
    /** the browser's `get` result for `POST /user/login/passkey/begin {alone: true}`, as JSON text */
    input: z.object({ passkey: filled(20_000, "通行密钥") }),
    output: Session,
  },
  "POST /user/confirm": {
    title: "确认登录密码",
    access: "login",
    allowedWhileFull: true,
    allowedWithoutFactor: true,
    limit: perHour(60, "person"),
    allowedWhileClosed: true,
    secretInput: true,
    input: z.object({ password: z.string({ error: "请输入密码" }).min(1, { error: "请输入密码" }).max(128, { error: "密码不正确" }) }),
    output: z.object({ token: str }),
  },
  "POST /user/register/mobile": {
    title: "手机注册",
    access: "public",
    conflicts: true,
    limit: perHour(20),
    allowedWhileClosed: true,
    secretInput: true,
    input: z.object({ mobile, code: filled(16, "短信验证码"), password: z.union([z.literal(""), password]).optional() }),
    output: Session,
  },
  "POST /user/login/mobile": {
    title: "短信登录",
    access: "public",
    allowedWhileFull: true,
    limit: perHour(60),
    allowedWhileClosed: true,
    secretInput: true,
    input: z.object({ mobile, code: filled(16, "短信验证码"), ...factorFields }),
    output: Session,
  },
  "POST /user/findpassword/stepone": {
    title: "找回密码：发送邮件",
    access: "public",
    limit: perHour(30),
    allowedWhileClosed: true,
    secretInput: true,
    input: z.object({ email, ...captchaFields }),
    output: nothing,
  },
  "PUT /user/findpassword/steptwo": {
    title: "找回密码：设置新密码",
    access: "public",
    limit: perHour(30),
    allowedWhileClosed: true,
    secretInput: true,
    input: z.object({ email, token: text(4096, "找回密码链接"), password, ...captchaFields }),
    output: nothing,
  },
  "POST /user/findpassword/mobile": {
    title: "用手机找回密码",
    access: "public",
    limit: perHour(30),
    allowedWhileClosed: true,
    secretInput: true,
    input: z.object({ mobile, code: filled(16, "短信验证码"), password }),
    output: nothing,
  },
  "PUT /user/profile": {
    title: "更新用户资料",
    access: "login",
    versioned: true,
    permission: "UserAPI/UpdateUserProfile",
    secretInput: true,
    input: Profile,
    /** `review`: the signature is published when staff have approved it */
    output: z.object({ review: flag }),
  },
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
    conflicts: true,
    secretInput: true,
    input: z.object({ email, code: filled(16, "邮箱验证码"), password: z.string().max(128).optional() }),
    output: nothing,
  },
  "PUT /user/mobile": {
    title: "绑定手机",
    access: "login",
    conflicts: true,
    secretInput: true,
    input: z.object({ mobile, code: filled(16, "短信验证码"), password: z.string().max(128).optional() }),
    output: nothing,
  },
  "GET /user/list": {
    title: "查看用户列表",
    access: "public",
    scope: "read",
    permission: "UserAPI/ListUser",
    input: z.object({
      ...listing,
      sort: z.string().max(200).optional(),
      id: filterList(int),
      group_id: filterList(int),
      status: filterList(int),
    }),
    output: z.object({
      total: num,
      user: many(ListedUser),
    }),
  },
  "POST /user": {
    title: "新增用户",
    access: "permission",
    conflicts: true,
    confirmed: true,
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
    confirmed: true,
    versioned: true,
    secretInput: true,
    input: z.object({
      id,
      password: emptyOr(password).optional(),
      group_id: list(id).refine((ids) => ids.length > 0, { error: "用户组不能为空" }),
    }),
    output: nothing,
  },
  "DELETE /user/factor": {
    title: "重置用户的两步验证",
    access: "permission",
    permission: "UserAPI/ResetFactor",
    confirmed: true,
    input: z.object({ id }),
    output: nothing,
  },
})
