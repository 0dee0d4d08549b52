import { gt } from "drizzle-orm"
import type { PgTable } from "drizzle-orm/pg-core"
import { rootUserId } from "@/lib/rules/people/staff"
import type { Ctx } from "@/server/context"
import { emptyTable } from "@/server/db/rows"
import { StartError } from "@/server/errors"
import { articleTable } from "../../articles/article/article.table"
import { documentTable } from "../../library/document/document.table"
import { attachmentTable } from "../../library/files/attachment.table"
import { conversionTable, pageImprintTable, pageTable, textBandTable } from "../../library/files/drawing.table"
import { blobFolder, keyOfRow } from "../../library/files/storage-keys.rules"
import { AttachmentType } from "@/lib/contract/library/attachment.enums"
import { takeBack } from "../../money/ledger/ledger.usecases"
import { mark } from "../../site/settings/settings.usecases"
import { sampleNames } from "../../site/samples/samples.usecases"
import { userTable } from "../../people/user/user.table"
import { mappings } from "./mappings.usecases"

/** Refuses a site that has anything but its first administrator, samples and the footer pages. @throws StartError a sentence */
export const requireEmptySite = async (ctx: Ctx, samples: string): Promise<void> => {
  const people = await ctx.db.$count(userTable, gt(userTable.id, rootUserId))
  if (people) throw new StartError(`这个网站已经有 ${people} 位用户，只能转入一个空的网站：请换一个数据目录，例如 DATA_DIR=data-new。`)
  const names = await sampleNames(samples)
  const documents = await ctx.db.select({ sha256: documentTable.sha256, title: documentTable.title }).from(documentTable)
  const ownDocument = documents.find(({ sha256 }) => !names.hashes.has(sha256))
  if (ownDocument)
    throw new StartError(`这个网站已经有文档《${ownDocument.title}》，只能转入一个空的网站：请换一个数据目录，例如 DATA_DIR=data-new。`)
  const articles = await ctx.db.select({ identifier: articleTable.identifier, title: articleTable.title }).from(articleTable)
  const written = articles.find(({ identifier }) => !names.identifiers.has(identifier))
  if (written)
    throw new StartError(`这个网站已经有文章《${written.title}》，只能转入一个空的网站：请换一个数据目录，例如 DATA_DIR=data-new。`)
}

/**
 * Removes the samples of a new site with their files, groups, navigation and categories; keeps the settings. A dry run leaves the files, and
 * its caller undoes the rest.
 */
export const clearSite = async (ctx: Ctx, { dry }: { dry: boolean }): Promise<void> => {
  const files = dry ? [] : await ctx.db.select().from(attachmentTable)
  for (const row of files) {
    await ctx.app.storage.remove(keyOfRow(row, row.type === AttachmentType.document))
    await ctx.app.storage.removeAll(blobFolder(row.sha256))
  }
  await ctx.tx(async (ctx) => {
    const exemptTables = new Set(["user", "config", "language"])
    const tables: PgTable[] = [
      conversionTable,
      pageTable,
      textBandTable,
      pageImprintTable,
      ...mappings.filter(({ source }) => !exemptTables.has(source)).map(({ target }) => target),
    ]
    // Delete referencing tables first.
    for (const table of new Set(tables.toReversed())) await emptyTable(ctx.db, table)
    await takeBack(ctx, {
      user_id: 1,
      kind: "import",
      key: "import:samples",
      amount: Number.MAX_SAFE_INTEGER,
      remark: "示例内容的奖励收回",
    })
    for (const name of ["samples", "pages"]) await mark(ctx, name)
  })
}
