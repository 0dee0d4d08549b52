import { DocumentStatus } from "../../../lib/contract/library/document.enums"
import { notFound, notOffered as refuseNotOffered } from "../../errors"
import { notOffered, offered, RemoteRefusal, type AskRemote, type Dialect, type ReadRow } from "../dialect"
import { isFields, type Fields } from "../messages"
import { withLineage } from "../tree"
import { rowBy, rowsOf } from "../whole-row"

/**
 * Reads a document without `content`, which is the extracted text on this server: answers truncate it, and sending it back would overwrite
 * the full text. Also drops the nested objects, which repeat `category_id` and `user_id`.
 */
const readDocument: ReadRow = async (change, ask) => {
  const reply = await rowBy("GET /document")(change, ask)
  if (reply.status !== 200 || !isFields(reply.data)) return reply
  const { content: _, category: __, user: ___, ...row } = reply.data
  return { ...reply, data: row }
}

/** Default size of a list. Without a size, this server returns only one row. */
const listSize = 24
const sized = <T extends { size?: number; limit?: number }>(input: T): T =>
  input.size || input.limit ? input : { ...input, size: listSize }

/** Finds the documents just uploaded, because the answer is empty: the user's newest documents with the same titles. */
const handedIn = async (titles: string[], ask: AskRemote): Promise<Fields[]> => {
  const me = (await ask("GET /user", {})).data
  if (!isFields(me)) return []
  const rows = rowsOf((await ask("GET /document/list", { user_id: [me["id"]], order: "id desc", page: 1, size: 100 })).data, "document")
  return titles.flatMap((title) => {
    const at = rows.findIndex((row) => row["title"] === title)
    return at < 0 ? [] : rows.splice(at, 1)
  })
}

export const documents = {
  // This server counts a view when the author is requested. The author is therefore requested separately, and only readers are counted
  // (POST /document/view).
  "GET /document": {
    ...offered,
    toRemote: ({ with_author: _, ...input }) => input,
    fromRemote: async (answer, { input, ask }) => {
      if (!input.with_author || !answer["user_id"]) return answer
      const author = await ask("GET /user", { id: answer["user_id"] })
      return { ...answer, user: author.status === 200 ? author.data : null }
    },
  },
  "POST /document/view": {
    ...offered,
    key: "GET /document",
    toRemote: ({ uuid }) => ({ uuid, with_author: true }),
  },
  "GET /document/list": { ...offered, toRemote: sized, missing: ["visibility"] },
  "GET /document/home": offered,
  "POST /document": {
    ...offered,
    complete: withLineage,
    fromRemote: async (_, { input, ask }) => {
      const titles = input.document.map((one) => one.title)
      const rows = await handedIn(titles, ask)
      return { document: rows.map((row, index) => ({ ...row, attachment_id: input.document[index]?.attachment_id })) }
    },
  },
  "PUT /document": { ...offered, complete: withLineage, wholeRow: readDocument },
  "DELETE /document": offered,
  "PUT /document/retry": notOffered,
  // This server always recommends as of now, so an earlier time cannot be restored.
  "PUT /document/recommend": {
    ...offered,
    toRemote: ({ recommend_at: _, ...input }) => input,
    absent: ["recommend_at"],
  },
  "PUT /document/category": { ...offered, complete: withLineage },
  // This server sets one language for all documents, so several languages need several calls.
  "PUT /document/language": {
    ...offered,
    toRemote: async ({ document_id, language, document }, ask) => {
      if (!document) return { document_id, language }
      const languages = [...new Set(document.map((one) => one.language))]
      const [first, ...rest] = languages.map((language) => ({
        language,
        document_id: document.filter((one) => one.language === language).map(({ id }) => id),
      }))
      for (const same of rest) {
        const reply = await ask("PUT /document/language", same)
        if (reply.status !== 200) throw new RemoteRefusal(reply)
      }
      return { ...first }
    },
  },
  "PUT /document/detect/language": notOffered,
  "PUT /document/price": notOffered,
  "PUT /document/vip": notOffered,
  "GET /document/visibility": notOffered,
  "PUT /document/visibility": notOffered,
  "GET /document/share/list": notOffered,
  "POST /document/share": notOffered,
  "DELETE /document/share": notOffered,
  "GET /document/share": notOffered,
  "POST /document/share/open": notOffered,
  "GET /document/version": notOffered,
  "GET /document/version/pages": notOffered,
  "GET /document/version/download": notOffered,
  "PUT /document/version": notOffered,
  "PUT /document/file": notOffered,
  // This server reconverts all failed documents, never a single one, and does not answer how many. They are counted before.
  "PUT /document/reconvert": {
    ...offered,
    toRemote: async (_, ask) => {
      const { data } = await ask("GET /document/list", { status: [DocumentStatus.failed], page: 1, size: 1 })
      return { count: isFields(data) ? data["total"] : 0 }
    },
    fromRemote: (_, { converted }) => ({ count: converted["count"] }),
    absent: ["id", "all"],
  },
  "PUT /document/check": offered,
  "GET /document/download/bereviewed": offered,
  "GET /user/download": {
    ...offered,
    fromRemote: (answer) => ({
      ...answer,
      download: rowsOf(answer, "download").map((row) =>
        row["document_uuid"] ? { ...row, cover: `/view/cover/${String(row["document_uuid"])}` } : row,
      ),
    }),
  },
  "GET /document/recycle": {
    ...offered,
    toRemote: ({ own: isOwn, ...input }) => {
      if (isOwn) throw refuseNotOffered()
      return sized(input)
    },
  },
  "GET /document/deletion": notOffered,
  "PUT /document/recycle": offered,
  "DELETE /document/recycle": offered,
  "DELETE /document/recycle/all": offered,
  "GET /document/exist": notOffered,
  "GET /document/suggest": notOffered,
  "POST /upload/claim": notOffered,
  "PUT /upload/claim": notOffered,
  "GET /upload/limit": notOffered,
  "GET /document/outline": notOffered,
  "GET /document/words": notOffered,
  "GET /document/text": notOffered,
  "GET /document/blocks": notOffered,
  "GET /document/links": notOffered,
  "GET /document/signatures": notOffered,
  "GET /document/sheets": notOffered,
  "GET /document/rows": notOffered,
  "GET /document/inside": notOffered,
  // This server only accepts the id.
  "GET /document/related": {
    ...offered,
    toRemote: async ({ id, uuid }, ask) => {
      if (id) return { id }
      const { data } = await ask("GET /document", { uuid })
      if (!isFields(data) || !data["id"]) throw notFound("文档不存在")
      return { id: data["id"] }
    },
    fromRemote: (answer, { input }) => ({
      document: rowsOf(answer, "document").filter((row) => row["id"] !== input.id && row["uuid"] !== input.uuid),
    }),
  },
  "GET /document/neighbour": notOffered,
  "GET /document/score": offered,
  "POST /document/score": { ...offered, fromRemote: (_, { input }) => ({ ...input }) },
  "GET /document/position": notOffered,
  "GET /document/position/list": notOffered,
  "PUT /document/position": notOffered,
  "GET /oembed": notOffered,
} satisfies Partial<Dialect["calls"]>
