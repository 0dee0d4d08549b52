import { ReviewKind } from "@/lib/contract/operations/review.enums"
import type { Contract, Key } from "@/lib/contract/contract"
import type { AuditObject } from "@/lib/contract/operations/audit.objects"
import type { Db } from "@/server/db/client"
import { advertisementTable } from "../../site/advertisement/advertisement.table"
import { appealTable } from "../../people/appeal/appeal.table"
import { announcementTable } from "../../site/announcement/announcement.table"
import { articleTable } from "../../articles/article/article.table"
import { bannerTable } from "../../site/banner/banner.table"
import { categoryTable } from "../../library/category/category.table"
import { commentTable } from "../../community/comment/comment.table"
import { documentTable } from "../../library/document/document.table"
import { downloadCodeBatchTable, downloadCodeTable } from "../../money/download-code/download-code.table"
import { attachmentTable } from "../../library/files/attachment.table"
import { friendlinkTable } from "../../site/friendlink/friendlink.table"
import { groupTable, permissionTable } from "../../people/group/group.table"
import { languageTable } from "../../library/language/language.table"
import { navigationTable } from "../../site/navigation/navigation.table"
import { orderTable } from "../../money/order/order.table"
import { orderRefundTable } from "../../money/order/refund.table"
import { complaintTable } from "../../community/complaint/complaint.table"
import { punishmentTable, punishmentTemplateTable } from "../../people/punishment/punishment.table"
import { reportCaseTable, reportTable } from "../../community/report/report.table"
import { sensitiveWordTable } from "../../community/sensitive-word/sensitive-word.table"
import { spiderDocumentTable } from "../../collecting/spider/spider-document.table"
import { spiderUrlTable } from "../../collecting/spider/spider-url.table"
import { userTable } from "../../people/user/user.table"
import { webhookTable } from "../../site/webhook/webhook.table"
import { displayed, maskedRow } from "./mask.rules"
import {
  categoriesOfArticles,
  categoriesOfDocuments,
  groupsOfUsers,
  idsAlone,
  permissionsOfGroups,
  punishmentsOfPeople,
  rowsOf,
  settings,
  type SubjectRecord,
  type SubjectRow,
  type SubjectReader,
} from "./subject.repository"

/** Staff calls that write: they need a permission and are not GET. */
type WritingKey = { [K in Key]: K extends `GET ${string}` ? never : Contract[K] extends { permission: string } ? K : never }[Key]
/** The first path segment, such as "document" of `PUT /document/check`: calls under one segment change the same kind of row. */
type SegmentOf<K extends string> = K extends `${string} /${infer P}` ? (P extends `${infer First}/${string}` ? First : P) : never

/** Combines several subjects. */
const all =
  (...subjects: SubjectReader[]): SubjectReader =>
  async (db, input, output) => {
    const records: SubjectRecord[] = []
    for (const subject of subjects) records.push(...(await subject(db, input, output)))
    return records
  }
const none: SubjectReader = () => Promise.resolve([])

const downloadCodes: SubjectReader = all(
  (db, { id }) => rowsOf("download_code", downloadCodeTable)(db, { id }, null),
  (db, { batch_id }, output) =>
    rowsOf("download_code_batch", downloadCodeBatchTable)(db, { id: batch_id }, output && { id: output.batch_id }),
)

/** The tables that a verdict in the review queue changes, by the kind of the item. */
const reviewed = {
  [ReviewKind.document]: rowsOf("document", documentTable),
  [ReviewKind.article]: rowsOf("article", articleTable),
  [ReviewKind.comment]: rowsOf("comment", commentTable),
  [ReviewKind.report]: rowsOf("report_case", reportCaseTable),
  [ReviewKind.profile]: rowsOf("user", userTable),
  [ReviewKind.complaint]: rowsOf("complaint", complaintTable),
  [ReviewKind.appeal]: rowsOf("appeal", appealTable),
  [ReviewKind.refund]: rowsOf("order_refund", orderRefundTable),
}

/** The rows of one verdict in the review queue, or of several at once. */
const reviewedRows: SubjectReader = async (db, { kind, id, item }) => {
  const items = (item ?? [{ kind, id }]) as { kind: number; id: number }[]
  const records: SubjectRecord[] = []
  for (const one of new Set(items.map((chosen) => chosen.kind))) {
    const ids = items.filter((chosen) => chosen.kind === one).map((chosen) => chosen.id)
    records.push(...(await (reviewed[one as keyof typeof reviewed] ?? none)(db, { id: ids }, null)))
  }
  return records
}

/** The tables that staff calls change, by the first segment of their path. A missing segment does not compile. */
const subjects: Record<SegmentOf<WritingKey>, SubjectReader> = {
  advertisement: rowsOf("advertisement", advertisementTable),
  announcement: rowsOf("announcement", announcementTable),
  appeal: rowsOf("appeal", appealTable),
  article: rowsOf("article", articleTable, { from: ["id", "article_id"], more: categoriesOfArticles }),
  attachment: rowsOf("attachment", attachmentTable),
  banner: rowsOf("banner", bannerTable),
  category: rowsOf("category", categoryTable),
  comment: rowsOf("comment", commentTable),
  complaint: rowsOf("complaint", complaintTable),
  config: settings,
  document: rowsOf("document", documentTable, { from: ["id", "document_id"], more: categoriesOfDocuments }),
  downcode: downloadCodes,
  friendlink: rowsOf("friendlink", friendlinkTable),
  group: rowsOf("group", groupTable, { from: ["id", "group_id"], more: permissionsOfGroups }),
  language: rowsOf("language", languageTable),
  navigation: rowsOf("navigation", navigationTable),
  // credits are granted to a user; everything else concerns an order
  order: all(
    (db, { order_no }) => rowsOf("order", orderTable, { from: ["order_no"], by: orderTable.order_no })(db, { order_no }, null),
    (db, { user_id }) => rowsOf("user", userTable)(db, { id: user_id }, null),
    (db, { document_id }) => rowsOf("document", documentTable)(db, { id: document_id }, null),
  ),
  permission: rowsOf("permission", permissionTable),
  punishment: all(
    (db, { id }) => rowsOf("punishment", punishmentTable)(db, { id }, null),
    (db, input) => punishmentsOfPeople(db, input, null),
  ),
  punishmenttemplate: rowsOf("punishment_template", punishmentTemplateTable),
  report: all(
    (db, { id }) => rowsOf("report", reportTable)(db, { id }, null),
    (db, { case_id }) => rowsOf("report_case", reportCaseTable)(db, { id: case_id }, null),
  ),
  review: reviewedRows,
  searchrecord: idsAlone("search_record"),
  sensitivehit: idsAlone("sensitive_hit"),
  sensitiveword: rowsOf("sensitive_word", sensitiveWordTable),
  sms: idsAlone("sms"),
  spiderdocument: (db, { id, spider_document }) => {
    const several = (spider_document ?? []) as { id?: number }[]
    return rowsOf("spider_document", spiderDocumentTable)(db, { id: [id, ...several.map((one) => one.id)].flat() }, null)
  },
  spiderurl: rowsOf("spider_url", spiderUrlTable),
  user: rowsOf("user", userTable, { more: groupsOfUsers }),
  webhook: rowsOf("webhook", webhookTable),
  // these change no row
  alarm: none,
  job: none,
  release: none,
  renew: none,
  samples: none,
  sitemap: none,
  sqlmode: none,
  webhookdelivery: none,
}

/** A changed row: only the fields that differ, masked. */
export type AuditChange = { object: string; title: string; before: SubjectRow | null; after: SubjectRow | null }

/** Returns the current state of the rows that a call changes. Before the call there is no `output`. */
export const findSubjects = (db: Db, key: Key, input: unknown, output: unknown): Promise<SubjectRecord[]> => {
  const area = key.split("/")[1] as keyof typeof subjects
  return (subjects[area] ?? none)(db, (input ?? {}) as SubjectRow, output as SubjectRow | null)
}

const nameOf = ({ object, id }: { object: AuditObject; id: string | number }): string => `${object}:${id}`.slice(0, 64)

/** Compares the state before and after for the log: kinds and names of the objects, and the changes of the objects with loaded rows. */
export const comparedSubjects = (
  before: readonly SubjectRecord[],
  after: readonly SubjectRecord[],
): { objects: string[]; changes: AuditChange[] } => {
  const old = new Map(before.map((record) => [nameOf(record), record]))
  const fresh = new Map(after.map((record) => [nameOf(record), record]))
  const names = [...new Set([...old.keys(), ...fresh.keys()])]
  const changes = names.flatMap((name): AuditChange[] => {
    const [was, is] = [old.get(name)?.row ?? null, fresh.get(name)?.row ?? null]
    const change = { before: displayed(maskedRow(was, is), name), after: displayed(maskedRow(is, was), name) }
    const said = [change.before, change.after].some((row) => row && Object.keys(row).length > 0)
    return said ? [{ object: name, title: displayed((fresh.get(name) ?? old.get(name))!.title, name), ...change }] : []
  })
  const kinds = [...new Set([...before, ...after].map(({ object }) => object))]
  // a user's earlier punishments are not objects of a new punishment
  const touched = names.filter((name) => !name.startsWith("punishment:") || changes.some(({ object }) => object === name))
  return { objects: [...kinds, ...touched], changes }
}
