import { z } from "zod"
import { area, perHour } from "../area"
import { crudCalls } from "../crud"
import { entities } from "../entities"
import { bool, filled, filter, filterList, flag, id, int, list, listing, many, nothing, num, oneOf, str, text, time } from "../schema"
import { SensitiveAction, SensitiveCategory } from "./sensitive-word.enums"

/** A word is matched without case, width, spaces and so on (docs/decisions/330); with `homophone` also by its sound. */
export const SensitiveWord = z.object({
  id: num,
  word: str,
  category: num,
  action: num,
  homophone: flag,
  enable: flag,
  remark: str,
  created_at: time,
  updated_at: time,
})

/** A text that contained a word. `object_id` 0: the text was refused, so it belongs to nothing. `excerpt`: the text around it. */
export const SensitiveHit = z.object({
  id: num,
  kind: num,
  object_id: num,
  field: str,
  page: num,
  user_id: num,
  word: str,
  category: num,
  action: num,
  excerpt: str,
  created_at: time,
})

/** A match in a tested text: the units `begin` to `end` (exclusive). */
export const TestedHit = z.object({ begin: num, end: num, word: str, category: num, action: num, by_sound: flag })
/** A line that was not imported, by its number from 1. */
export const RefusedLine = z.object({ line: num, text: str, message: str })

const category = oneOf(SensitiveCategory, "请选择分类")
const action = oneOf(SensitiveAction, "请选择处理方式")
/** The longest text of an import. */
const maxImport = 2_000_000

export const sensitiveWord = area({
  ...crudCalls(
    { ...entities.sensitiveWord, unique: true },
    {
      entity: SensitiveWord,
      public: ["id", "word", "category", "action", "homophone", "enable", "remark", "created_at", "updated_at"],
      staffOnly: [],
      form: {
        word: filled(64, "敏感词"),
        category: category.optional(),
        action: action.optional(),
        homophone: bool.optional(),
        enable: bool.optional(),
        remark: text(255, "备注").optional(),
      },
      filters: { category: filterList(int), action: filterList(int), enable: filterList(bool), homophone: filterList(bool) },
    },
  ),
  "POST /sensitiveword/import": {
    title: "导入敏感词",
    access: "permission",
    permission: "SensitiveWordAPI/ImportSensitiveWord",
    input: z.object({ text: z.string({ error: "词表应为文字" }).max(maxImport, { error: "词表太长，请分几次导入" }) }),
    output: z.object({ added: num, changed: num, same: num, refused: many(RefusedLine) }),
  },
  "GET /sensitiveword/export": {
    title: "导出敏感词",
    access: "permission",
    permission: "SensitiveWordAPI/ListSensitiveWord",
    input: z.object({}),
    output: z.object({ text: str }),
  },
  "POST /sensitiveword/test": {
    title: "测试敏感词",
    access: "permission",
    permission: "SensitiveWordAPI/TestSensitiveWord",
    limit: perHour(600, "person"),
    input: z.object({
      text: z.string({ error: "文字不正确" }).min(1, { error: "请输入要测试的文字" }).max(100_000, { error: "文字不能超过 100000 个字" }),
    }),
    output: z.object({ hit: many(TestedHit) }),
  },
  "GET /sensitivehit/list": {
    title: "查看敏感词命中列表",
    access: "permission",
    permission: "SensitiveWordAPI/ListSensitiveHit",
    input: z.object({
      ...listing,
      kind: filterList(int),
      action: filterList(int),
      category: filterList(int),
      object_id: filter(id),
      user_id: filter(id),
    }),
    output: z.object({ total: num, sensitive_hit: many(SensitiveHit) }),
  },
  "DELETE /sensitivehit": {
    title: "删除敏感词命中",
    access: "permission",
    permission: "SensitiveWordAPI/DeleteSensitiveHit",
    input: z.object({ id: list(id) }),
    output: nothing,
  },
})
