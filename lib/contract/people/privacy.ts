import { z } from "zod"
import { area, perHour } from "../area"
import { id, list, nothing, time } from "../schema"

/** `exported_at`, `truncated`, `user`, and one list of rows for each kind of data. */
export const PersonalData = z.record(z.string(), z.unknown()).meta({
  description: "exported_at 导出的时间；user 账号；其余每一项是一类数据的各行；truncated 是没有给全的那些项的名字",
})

export const privacy = area({
  "GET /user/export": {
    title: "导出我的数据",
    access: "login",
    missing: true,
    limit: perHour(10, "person"),
    input: z.object({}),
    output: PersonalData,
  },
  "POST /user/close": {
    title: "注销账号",
    access: "login",
    secretInput: true,
    input: z.object({ password: z.string().max(128).optional() }),
    output: z.object({ closing_at: time }),
  },
  "DELETE /user/close": { title: "撤销注销", access: "login", input: z.object({}), output: nothing },
  "DELETE /user": {
    title: "删除用户",
    access: "permission",
    permission: "UserAPI/DeleteUser",
    secretInput: true,
    input: z.object({ id: list(id), password: z.string({ error: "请输入密码" }).max(128, { error: "密码错误" }) }),
    output: nothing,
  },
})
