import { z } from "zod"
import { area, perHour } from "../area"
import { decimal, filled, flag, id, int, many, num, str, time } from "../schema"

const md5 = z.string({ error: "文件摘要不正确" }).regex(/^[0-9a-f]{32}$/i, { error: "文件摘要不正确" })

/** A document similar to an uploaded file; `likeness` (similarity) is 0 to 1, 1 = the same content. */
export const Duplicate = z.object({ uuid: str, title: str, username: str, own: flag, likeness: decimal, created_at: time })

/** 秒传: a file whose content the site already has need not be sent, once possession is proved. */
export const instantUpload = area({
  "GET /document/exist": {
    title: "文件是否已在站内",
    access: "login",
    missing: true,
    input: z.object({ hash: md5 }),
    output: z.object({ id: num, uuid: str, title: str }),
  },
  "POST /upload/claim": {
    title: "开始秒传",
    access: "login",
    limit: perHour(600, "person"),
    input: z.object({ hash: md5, size: int, name: filled(255, "文件名") }),
    /**
     * `ranges` = [offset, length] of the file; the client answers with the hex SHA-256 of the characters of `salt` followed by those bytes.
     * No `id` = send the file.
     */
    output: z.object({ id: str, salt: str, ranges: many(z.tuple([z.number().int(), z.number().int()])) }),
  },
  "PUT /upload/claim": {
    title: "完成秒传",
    access: "login",
    conflicts: true,
    input: z.object({
      id: z.string({ error: "编号不正确" }).max(64),
      proof: z.string({ error: "校验值不正确" }).regex(/^[0-9a-f]{64}$/, { error: "校验值不正确" }),
    }),
    output: z.object({ id: num, hash: str, size: num, name: str, ext: str }),
  },
  "GET /document/suggest": {
    title: "标题和关键词建议",
    access: "login",
    limit: perHour(600, "person"),
    input: z.object({ attachment_id: id }),
    output: z.object({ title: str, keywords: many(z.string()), description: str, language: str, duplicates: many(Duplicate) }),
  },
  "GET /upload/limit": {
    title: "上传限制",
    access: "login",
    input: z.object({}),
    /** `left_today` -1 = unlimited; `reward` = credits earned by the next document */
    output: z.object({ allowed: flag, reason: str, review: flag, megabytes: num, ext: many(z.string()), left_today: num, reward: num }),
  },
})
