import type { Db } from "@/server/db/client"
import { listIncomplete, markForDrawing } from "../../library/document/reconvert.usecases"
import { examineFiles, removeOrphan, type MissingFile } from "../../library/files/examination.usecases"
import type { StoragePort } from "@/server/ports/storage/storage.port"
import { fault, fine, warning, type Finding } from "./finding.rules"

type Stores = { db: Db; storage: StoragePort }

/**
 * Reports a file that a row refers to but that is missing. Pages can be rendered again from the document's file; the file itself can only
 * be restored from a backup.
 */
const missingFile = ({ db }: Stores, { key, row, document_id }: MissingFile): Finding => {
  if (document_id === undefined)
    return fault("缺少文件", `${key}    ${row}`, "从备份里把它放回同一个位置；没有备份时，在后台给这份文档换一个文件，或把它删除")
  return fault("缺少页面", `${key}    ${row}`, "在后台的文档列表里选“重新转换”", async () => {
    await markForDrawing({ db }, [document_id])
    return "已经排进转换队列，网站运行时几分钟内开始"
  })
}

export const orphanName = "多余文件"

const orphan = (stores: Stores, key: string): Finding =>
  fault(orphanName, key, "确认后用 npm run doctor -- files --fix 删除", async () =>
    (await removeOrphan(stores, key)) ? "已经删除" : "又有记录指向它了，没有删除",
  )

/** Compares the stored files with the tables, in both directions, and counts the consistent ones. */
export const storedFiles = async (stores: Stores): Promise<{ files: number; findings: Finding[] }> => {
  const { files, orphans, missing } = await examineFiles(stores)
  return { files, findings: [...missing.map((one) => missingFile(stores, one)), ...orphans.map((key) => orphan(stores, key))] }
}

/** Finds documents that were converted while the machine lacked a program or fonts: their equations or typefaces are not displayed. */
export const incompleteDocuments = async (db: Db): Promise<Finding> => {
  const name = "缺公式或字体的文档"
  const ids = await listIncomplete({ db })
  if (ids.length === 0) return fine(name, "没有")
  const remedy = "装好上面缺少的程序和字体，再在后台的文档列表里选“重新转换 - 缺公式或字体的文档”"
  return warning(name, `${ids.length} 份，转换它们时服务器没有 LibreOffice Math 或中文字体`, remedy, async () => {
    await markForDrawing({ db }, ids)
    return "已经排进转换队列，网站运行时几分钟内开始"
  })
}
