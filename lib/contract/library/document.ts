import { z } from "zod"
import { area, perHour } from "../area"
import { CategoryLink } from "./category"
import { DocumentRecommend, FeeType } from "./document.choices.enums"
import {
  bool,
  changesBy,
  filled,
  filter,
  filterList,
  flag,
  id,
  int,
  list,
  listing,
  many,
  nothing,
  num,
  oneOf,
  optionalTime,
  range,
  str,
  text,
  time,
  wordOf,
} from "../schema"
import { reviewMarks } from "../operations/review.marks"
import { PublicUser } from "../people/user"
import { textEncodings } from "./document.encodings"
import { documentVersions } from "./document.versions"
import { documentVisibility, linkFields, visibilityChoice, visibilityFields } from "./document.visibility"

/** `hash` is the MD5 of the content, as on every compatible server; the storage itself uses SHA-256. */
export const AttachmentLink = z.object({ id: num, hash: str })

/** The counters of a document; `score` is the mean in hundredths. */
const DocumentNumbers = z.object({
  view_count: num,
  download_count: num,
  favorite_count: num,
  comment_count: num,
  score: num,
  score_count: num,
})

/** The public counters of the author. */
const AuthorNumbers = z.object({ doc_count: num, article_count: num, download_count: num, score: num })

/** `pages` = pages of the file, `preview` = pages that may be read here (0 = all), `size` in bytes (docs/reference/api.md 3.4). */
export const Document = z.object({
  id: num,
  uuid: str,
  title: str,
  keywords: str,
  description: str,
  user_id: num,
  width: num,
  height: num,
  pages: num,
  preview: num,
  preview_ext: str,
  enable_gzip: flag,
  download_count: num,
  view_count: num,
  favorite_count: num,
  comment_count: num,
  score: num,
  score_count: num,
  price: num,
  is_vip: flag,
  size: num,
  ext: str,
  status: num,
  ...visibilityFields,
  /** in review and still without all of its pages */
  draw_in_review: flag,
  language: str,
  recommend_at: time,
  created_at: time,
  updated_at: time,
  cover: str,
  username: str,
  category_id: many(z.number().int()),
  category: many(CategoryLink),
  attachment: AttachmentLink.nullable().default(null),
  user: PublicUser.nullable().default(null),
  /** why a conversion failed or waits, for its owner and staff */
  convert_error: str,
  /** problems with readable pages, for its owner and staff */
  convert_warning: str,
  /** pages that are readable now; grows while the rest is converted */
  converted_pages: num,
  /** version of the page images, part of their URL */
  version: num,
  reject_reason: str,
  /** the original file is missing, so the document cannot be ordered or downloaded */
  file_missing: flag,
  /** the encoding of a text file as chosen by its owner, for its owner and staff; "" = detected */
  encoding: str,
  /** URL of the cover image chosen by staff, for its owner and staff; "" = first page or title */
  own_cover: str,
})

/** The document page's data: includes the text, and the size of every page, so that the layout does not shift. */
export const DocumentDetail = Document.extend({
  content: str,
  /** [width, height] of each readable page in points; empty if a server does not send it */
  page_sizes: many(z.tuple([z.number(), z.number()])),
  /** how many pages the caller may read: all of them for owner, buyer, members and staff */
  readable_pages: num,
  /** the caller has bought it and can download it again without paying */
  is_bought: flag,
  has_outline: flag,
  has_links: flag,
  /** whether its rows can be requested: it is a spreadsheet, and its text may be selected */
  has_sheets: flag,
  /** whether `/view/thumb/{uuid}/{page}` serves thumbnails of the pages */
  has_thumbs: flag,
  /** whether text may be selected on the pages */
  has_words: flag,
  /** the author of the file forbids copying its text, and the site respects that */
  no_copy: flag,
  ...linkFields,
})

/** The price of one download, in credits. */
const changedPrice = int.refine((value) => value >= 0 && value <= 1_000_000, { error: "价格应在 0 到 1000000 之间" })

const DocumentItem = z.object({
  attachment_id: id,
  title: filled(255, "文档标题"),
  price: int.pipe(z.number().min(0, { error: "价格不能小于0" }).max(1_000_000, { error: "价格过大" })).optional(),
  language: text(64, "语言").optional(),
  keywords: text(255, "关键词").optional(),
  description: text(512, "文档简介").optional(),
  /** members download it free; stored only if the site has VIP */
  is_vip: bool.optional(),
  ...visibilityChoice,
})

export const ListedDocument = Document.extend(reviewMarks)
const filters = {
  ...listing,
  category_id: filterList(int),
  user_id: filterList(int),
  status: filterList(int),
  visibility: filterList(int),
  is_recommend: filterList(bool),
  language: filterList(z.string().max(16)),
  ext: filter(z.string().max(16)),
  fee_type: filter(wordOf(FeeType)),
  pages_min: filter(int),
  pages_max: filter(int),
  /** for owners and staff */
  file_missing: filterList(bool),
  /** first and last moment, RFC 3339 */
  created_at: filter(range),
}
/** The documents of a bulk change. */
const documents = list(id).refine((ids) => ids.length > 0, { error: "请选择文档" })

export const HomeItem = z.object({ category_id: num, category_name: str, category_cover: str, document: many(Document) })

export const Download = z.object({
  id: num,
  user_id: num,
  document_id: num,
  document_uuid: str,
  title: str,
  ext: str,
  cover: str,
  score: num,
  pages: num,
  size: num,
  is_pay: flag,
  file_missing: flag,
  created_at: time,
})

/** The identifier of a document in URLs. */
export const documentUuid = z.string({ error: "文档地址不正确" }).regex(/^[0-9a-zA-Z]{1,32}$/, { error: "文档地址不正确" })

export const document = area({
  "GET /document": {
    title: "查看文档",
    access: "public",
    shared: { unless: "with_author" },
    permission: "DocumentAPI/GetDocument",
    input: z.object({
      id: int.optional(),
      uuid: z.string().max(64).optional(),
      with_author: bool.optional(),
      with_all_content: bool.optional(),
    }),
    output: DocumentDetail,
  },
  "GET /document/list": {
    title: "查询文档列表",
    access: "public",
    shared: true,
    permission: "DocumentAPI/ListDocument",
    input: z.object(filters),
    output: z.object({ total: num, document: many(ListedDocument) }),
  },
  "GET /document/home": {
    title: "首页文档",
    access: "public",
    shared: true,
    input: z.object({ limit: filter(int), field: list(z.string()).optional() }),
    output: z.object({ document: many(HomeItem) }),
  },
  "POST /document": {
    title: "上传文档",
    access: "login",
    conflicts: true,
    limit: perHour(300, "person"),
    input: z.object({
      category_id: list(id).optional(),
      document: z
        .array(DocumentItem, { error: "请先选择文件" })
        .min(1, { error: "请先选择文件" })
        .max(100, { error: "一次最多提交 100 份文档" }),
    }),
    output: z.object({ document: many(z.object({ id: num, uuid: str, status: num, attachment_id: num })) }),
  },
  "PUT /document": {
    title: "更新文档",
    access: "login",
    versioned: true,
    permission: "DocumentAPI/UpdateDocument",
    input: z.object({
      id,
      title: filled(255, "标题").optional(),
      keywords: text(255, "关键词").optional(),
      description: text(1024, "简介").optional(),
      price: changedPrice.optional(),
      /** the code of a language, or its name */
      language: text(64, "语言").optional(),
      /** URL of an uploaded image as its cover, "" removes it; staff only */
      own_cover: text(255, "封面").optional(),
      /** members download it free; an owner can change it only if the site has VIP */
      is_vip: bool.optional(),
      /** the encoding of a text file, "" detects it; its pages are converted again */
      encoding: z
        .string()
        .refine((value) => Object.hasOwn(textEncodings, value), { error: "没有这种文字编码" })
        .meta({ examples: ["gb18030"] })
        .optional(),
      category_id: list(id).optional(),
      /** the text displayed beside the pages, instead of the file's own */
      content: text(500_000, "正文").optional(),
      /** staff's decision, as in `PUT /document/check`; 1, 3 and 5 are set by the conversion only */
      status: int.optional(),
      /** an uploaded file that replaces the current one, as in `PUT /document/file` */
      attachment: z.object({ id: int.optional() }).optional(),
    }),
    output: nothing,
  },
  "DELETE /document": {
    title: "删除文档",
    access: "login",
    permission: "DocumentAPI/DeleteDocument",
    input: z.object({ id: list(id) }),
    output: nothing,
  },
  "GET /document/deletion": {
    title: "查看删除文档的代价",
    access: "login",
    input: z.object({ id: list(id) }),
    /** `credit` is deducted from the owners; within `days` the documents can be restored, and the credits with them */
    output: z.object({ credit: num, days: num }),
  },
  "PUT /document/retry": {
    title: "重新转换文档",
    access: "login",
    permission: "DocumentAPI/SetDocumentReconvert",
    input: z.object({ id }),
    output: nothing,
  },
  "PUT /document/recommend": {
    title: "推荐文档",
    access: "permission",
    permission: "DocumentAPI/SetDocumentRecommend",
    /**
     * 0 removes the recommendation, 1 recommends documents that are not yet recommended, 2 moves them to the front, or to the position of
     * `recommend_at`
     */
    input: z.object({
      id: documents,
      type: oneOf(DocumentRecommend, "请选择推荐设置"),
      recommend_at: optionalTime("推荐时间").optional(),
    }),
    output: nothing,
  },
  "PUT /document/category": {
    title: "批量修改文档分类",
    access: "permission",
    permission: "DocumentAPI/SetDocumentsCategory",
    input: z.object({ document_id: documents, category_id: list(id).refine((ids) => ids.length > 0, { error: "请选择新的文档分类" }) }),
    output: nothing,
  },
  "PUT /document/language": {
    title: "批量设置文档语言",
    access: "permission",
    permission: "DocumentAPI/SetDocumentsLanguage",
    /** one language for all, or one per document */
    input: z
      .object({
        document_id: documents.optional(),
        language: text(64, "文档语言").optional(),
        document: changesBy("id", z.object({ id, language: filled(64, "文档语言") }))
          .min(1, { error: "请选择文档" })
          .optional(),
      })
      .refine(({ document, document_id }) => document || document_id, { error: "请选择文档", path: ["document_id"] })
      .refine(({ document, document_id, language }) => document || !document_id || language, {
        error: "请输入文档语言",
        path: ["language"],
      }),
    output: nothing,
  },
  /**
   * suggests a language for each of them, from title and text; nothing is stored. `language` is a code of the site, or "" if none was
   * recognised
   */
  "PUT /document/detect/language": {
    title: "识别文档语言",
    access: "permission",
    permission: "DocumentAPI/SetDocumentsLanguage",
    input: z.object({ document_id: documents }),
    output: z.object({ document: many(z.object({ id: num, title: str, language: str })) }),
  },
  "PUT /document/price": {
    title: "批量设置文档价格",
    access: "permission",
    permission: "DocumentAPI/UpdateDocument",
    input: z
      .object({
        document_id: documents.optional(),
        price: changedPrice.optional(),
        document: changesBy("id", z.object({ id, price: changedPrice }))
          .min(1, { error: "请选择文档" })
          .optional(),
      })
      .refine(({ document, document_id }) => document || document_id, { error: "请选择文档", path: ["document_id"] })
      .refine(({ document, price }) => document || price !== undefined, { error: "请输入价格", path: ["price"] }),
    output: nothing,
  },
  "PUT /document/vip": {
    title: "批量设置VIP文档",
    access: "permission",
    permission: "DocumentAPI/SetDocumentsVIP",
    input: z.object({ document_id: documents, is_vip: bool }),
    output: nothing,
  },
  /** returns the document's current counters: the page that displays them may have been rendered hours ago */
  "POST /document/view": {
    title: "记一次浏览",
    access: "public",
    scope: "read",
    input: z.object({ uuid: documentUuid }),
    output: DocumentNumbers.extend({ author: AuthorNumbers.nullable().default(null) }),
  },
  ...documentVersions,
  ...documentVisibility,
  "PUT /document/reconvert": {
    title: "一键重转失败文档",
    access: "permission",
    permission: "DocumentAPI/SetDocumentReconvert",
    /**
     * the given ones; without any, all failed ones, with `all` every document, or with `incomplete` those that were converted while the
     * server lacked a program or fonts
     */
    input: z.object({ id: list(id).optional(), all: bool.optional(), incomplete: bool.optional() }),
    output: z.object({ count: num }),
  },
  "PUT /document/check": {
    title: "文档审核",
    access: "permission",
    permission: "DocumentAPI/CheckDocument",
    conflicts: true,
    /** status 7 rejects with a reason, 4 disables, 6 puts back into review, 0 or 2 approves */
    input: z.object({ id: list(id), status: int, reason: text(255, "原因").optional() }),
    output: nothing,
  },
  /** the file of a document that is in review, rejected or disabled; does not count as a download */
  "GET /document/download/bereviewed": {
    title: "下载待审文档",
    access: "permission",
    permission: "DocumentAPI/DownloadDocumentToBeReviewed",
    input: z.object({ id }),
    output: z.object({ url: z.string() }),
  },
  "GET /user/download": {
    title: "我的下载",
    access: "login",
    input: z.object({ ...listing, created_at: filter(range) }),
    output: z.object({ total: num, download: many(Download) }),
  },
})
