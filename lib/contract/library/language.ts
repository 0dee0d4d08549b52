import { z } from "zod"
import { area } from "../area"
import { crudCalls } from "../crud"
import { entities } from "../entities"
import { bool, filled, filterList, flag, id, int, list, nothing, num, str, time } from "../schema"

/** A language of documents (docs/reference/api.md 3.11). */
export const Language = z.object({
  id: num,
  language: str,
  code: str,
  enable: flag,
  total: num,
  sort: num,
  created_at: time,
  updated_at: time,
})

export const language = area({
  ...crudCalls(
    { ...entities.language, public: true, unique: true },
    {
      entity: Language,
      public: ["id", "language", "code", "enable", "sort", "created_at", "updated_at"],
      staffOnly: ["total"],
      form: {
        language: filled(64, "语言").meta({ examples: ["中文"] }),
        code: filled(16, "代码").meta({ examples: ["zh"] }),
        enable: bool.optional(),
        sort: int.optional(),
      },
      filters: { enable: filterList(bool) },
    },
  ),
  "PUT /language/status": {
    title: "更新语言状态",
    access: "permission",
    permission: "LanguageAPI/UpdateLanguageStatus",
    input: z.object({ id: list(id), enable: bool }),
    output: nothing,
  },
})
