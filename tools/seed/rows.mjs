// Creates the rows of documents and articles, as lists of values per table.
import { createHash } from "node:crypto"
import { between, nameOf, pick, popularity, randomOf, textOf, topicOf } from "./texts.mjs"

/** @typedef {string | number | boolean | null} Value */
/** @typedef {{ documents: { root: number, children: number[] }[], articles: number[] }} Categories by the place of the field */
/** @typedef {{ categories: Categories, users: { first: number, count: number }, now: number }} World */

const minute = 60_000
/** @param {number} ms */
const at = (ms) => new Date(ms).toISOString()
/** @param {string} name @param {"md5" | "sha256"} algorithm */
const digest = (name, algorithm) => createHash(algorithm).update(name).digest("hex")

/** Kinds of files with their share. @type {[ext: string, upTo: number][]} */
const exts = [
  [".pdf", 0.45],
  [".docx", 0.7],
  [".pptx", 0.82],
  [".xlsx", 0.9],
  [".txt", 0.94],
  [".md", 0.97],
  [".epub", 1],
]
/** Nearly all are converted (2); some wait for review (6), failed (3), were rejected (7) or disabled (4). @type {[status: number, upTo: number][]} */
const statuses = [
  [2, 0.965],
  [6, 0.98],
  [3, 0.99],
  [7, 0.995],
  [4, 1],
]
/** @template T @param {[T, number][]} shares @param {number} index @returns {T} */
const shared = (shares, index) => /** @type {[T, number]} */ (shares.find(([, upTo]) => index < upTo) ?? shares.at(-1))[0]

/** Number of pages that every visitor may read. Only these pages have texts. */
export const previewPages = 3

export const columns = {
  document:
    "id uuid title keywords description user_id attachment_id sha256 width height pages preview converted_pages download_count view_count favorite_count comment_count score score_count price is_vip size ext status convert_reason convert_error language recommend_at deleted_at created_at updated_at",
  attachment: "id sha256 hash user_id type_id type path name size ext created_at updated_at",
  document_category: "document_id category_id",
  conversion: "sha256 version pages drawn width height text_length created_at",
  page: "sha256 version page width height kind text",
  article:
    "id identifier user_id title keywords description content view_count favorite_count comment_count status recommend_at created_at updated_at",
  article_category: "article_id category_id",
  user: "id username signature register_ip created_at updated_at",
  user_group: "user_id group_id",
}

/** @typedef {Partial<Record<keyof typeof columns, Value[][]>>} Rows */

/**
 * Returns the rows of one document with its file, categories and pages. The `of` documents are spread over three years; the last one is
 * created now.
 * @param {World} world @param {number} id @param {number} attachment @param {number} index @param {number} of
 */
export const documentRows = ({ categories, users, now }, id, attachment, index, of) => {
  const random = randomOf(id * 2 + 1)
  const topic = topicOf(random)
  const sha256 = digest(`seed document ${id}`, "sha256")
  const user = users.first + Math.floor(users.count * random() ** 2)
  const ext = shared(exts, random())
  const status = shared(statuses, random())
  const drawn = status === 2 || status === 4
  const pages = 1 + popularity(random, 240)
  const [width, height] = ext === ".pptx" ? [960, 540] : [595, 842]
  const size = 20_000 + popularity(random, 30_000_000)
  const created = now - Math.floor(((of - index) / of) * 1_095 * 1_440 + random() * 5) * minute
  const texts = Array.from({ length: drawn ? Math.min(pages, previewPages) : 0 }, () => textOf(random, topic, between(random, 2, 4)))
  const views = popularity(random, 60_000)
  const scores = popularity(random, 80)
  const deleted = random() < 0.01
  const { root, children } = /** @type {{ root: number, children: number[] }} */ (categories.documents[topic.field])
  /** @type {Value[]} */
  const document = [
    id,
    digest(`seed uuid ${id}`, "md5").slice(0, 16),
    topic.title,
    `${topic.subject},${topic.aspect},${topic.title.slice(0, 8)}`,
    random() < 0.7 ? textOf(random, topic, 1) : "",
    user,
    attachment,
    sha256,
    drawn ? width : 0,
    drawn ? height : 0,
    drawn ? pages : 0,
    drawn && pages > previewPages ? previewPages : 0,
    drawn ? pages : 0,
    Math.floor(views * random() * 0.2),
    views,
    Math.floor(views * random() * 0.05),
    Math.floor(views * random() * 0.01),
    scores ? between(random, 200, 500) : 300,
    scores,
    random() < 0.85 ? 0 : between(random, 1, 50),
    random() < 0.05,
    size,
    ext,
    status,
    status === 3 ? "broken" : "",
    status === 3 ? "文件已损坏，无法转换" : "",
    random() < 0.94 ? "zh-CN" : "en",
    random() < 0.005 ? at(created + 3_600_000) : null,
    deleted ? at(created + 7_200_000) : null,
    at(created),
    at(created + between(random, 1, 4_000) * minute),
  ]
  const path = `/files/${sha256.slice(0, 2)}/${sha256}${ext}`
  return {
    status,
    deleted,
    user,
    sha256,
    pages: texts,
    categories: [root, pick(random, children)],
    /** @type {Rows} */
    rows: {
      document: [document],
      attachment: [
        [
          attachment,
          sha256,
          digest(`seed document ${id}`, "md5"),
          user,
          id,
          2,
          path,
          `${topic.title}${ext}`,
          size,
          ext,
          at(created),
          at(created),
        ],
      ],
      conversion: drawn ? [[sha256, 1, pages, pages, width, height, texts.join("").length, at(created)]] : [],
      page: texts.map((text, index) => [sha256, 1, index + 1, width, height, "text", text]),
    },
  }
}

/** Returns the rows of one article. @param {World} world @param {number} id @param {number} index @param {number} of */
export const articleRows = ({ categories, users, now }, id, index, of) => {
  const random = randomOf(id * 2)
  const topic = topicOf(random)
  const user = users.first + Math.floor(users.count * random() ** 2)
  const created = now - Math.floor(((of - index) / of) * 1_095 * 1_440 + random() * 5) * minute
  const paragraphs = Array.from({ length: between(random, 3, 8) }, () => textOf(random, topic, between(random, 2, 5)))
  const views = popularity(random, 30_000)
  const status = random() < 0.98 ? 1 : 0
  /** @type {Value[]} */
  const article = [
    id,
    `s${digest(`seed article ${id}`, "md5").slice(0, 15)}`,
    user,
    `谈谈${topic.title}`,
    `${topic.subject},${topic.aspect}`,
    paragraphs.join("").slice(0, 120),
    paragraphs.map((text, n) => (n % 3 === 1 ? `<h2>${topic.aspect}${n}</h2><p>${text}</p>` : `<p>${text}</p>`)).join(""),
    views,
    Math.floor(views * random() * 0.05),
    Math.floor(views * random() * 0.01),
    status,
    random() < 0.005 ? at(created) : null,
    at(created),
    at(created),
  ]
  return { user, status, rows: /** @type {Rows} */ ({ article: [article], article_category: [[id, pick(random, categories.articles)]] }) }
}

/**
 * Returns the rows of one user, who has no password and never logs in. @param {number} id @param {number} group @param {number} now
 * @returns {Rows}
 */
export const userRows = (id, group, now) => {
  const random = randomOf(id)
  const moment = at(now - between(random, 1, 1_500_000) * minute)
  return {
    user: [[id, nameOf(random, id), random() < 0.4 ? textOf(random, topicOf(random), 1).slice(0, 80) : "", "", moment, moment]],
    user_group: [[id, group]],
  }
}
