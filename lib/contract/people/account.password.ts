import { z } from "zod"

/** The length of a password. Common ones and those made of the user's names are refused as well (`server/security/password-rules.ts`). */
export const password = z
  .string({ error: "请输入密码" })
  .min(8, { error: "密码长度必须至少为8个字符" })
  .max(128, { error: "密码长度不能超过128个字符" })
