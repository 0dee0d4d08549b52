import { desc } from "drizzle-orm"
import { sensitiveWord } from "@/lib/contract/community/sensitive-word"
import { entities } from "@/lib/contract/entities"
import { crudRoutes } from "@/server/crud"
import { deleteHits, readHits } from "./hits.usecases"
import { sensitiveWordTable as t } from "./sensitive-word.table"
import { exportWords, importWords, requireWord, testText } from "./sensitive-word.usecases"

export const sensitiveWordRoutes = crudRoutes(
  sensitiveWord,
  entities.sensitiveWord,
  {
    table: t,
    searched: [t.word, t.remark],
    order: [desc(t.id)],
    duplicate: { message: "已经有这个敏感词了，只是大小写、繁简或标点不同", field: "word" },
    beforeSave: requireWord,
    afterSave: (ctx) => ctx.announce("words"),
    beforeDelete: (ctx) => ctx.announce("words"),
  },
  {
    "POST /sensitiveword/import": importWords,
    "GET /sensitiveword/export": exportWords,
    "POST /sensitiveword/test": testText,
    "GET /sensitivehit/list": readHits,
    "DELETE /sensitivehit": deleteHits,
  },
)
