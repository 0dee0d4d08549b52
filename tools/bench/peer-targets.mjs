// The addresses measured on two servers: the same requests, for rows that each server has.
import { Failure } from "../../scripts/lib/failure.mjs"

/** @typedef {{ id: number, uuid: string, cover?: string, preview_ext?: string, attachment?: { hash?: string } }} Document */

/** @param {string} url @param {string} path @returns {Promise<Record<string, never>>} */
const read = async (url, path) => {
  const reply = await fetch(`${url}/api/v1${path}`)
  if (!reply.ok) throw new Failure(`${url}${path}：应答是 ${reply.status}。`)
  return reply.json()
}

/** Returns documents from several positions in the list. @param {string} url @returns {Promise<Document[]>} */
const documentsOf = async (url) => {
  const pages = []
  for (const page of [1, 2, 3, 50, 200, 400, 800, 2_000]) pages.push(await read(url, `/document/list?page=${page}&size=24&status=2`))
  return pages.flatMap((page) => page["document"] ?? [])
}

/**
 * Returns, per document, the first of these addresses that answers with a picture. @param {string} url @param {Document[]} documents @param
 * {(document: Document) => string[]} addresses
 */
const pictures = async (url, documents, addresses) => {
  const picturePaths = []
  for (const document of documents) {
    if (picturePaths.length === 20) break
    for (const path of addresses(document)) {
      const reply = await fetch(url + path).catch(() => null)
      // a response that another server breaks off is no picture either
      const bytes = await reply?.arrayBuffer().catch(() => null)
      if (!bytes || reply?.status !== 200 || !/image/.test(reply.headers.get("content-type") ?? "")) continue
      picturePaths.push(path)
      break
    }
  }
  return picturePaths
}

const twenty = Array.from({ length: 20 }, (_, n) => n + 1)
const words = [
  "数学",
  "网络",
  "结构",
  "营销",
  "管理",
  "设计",
  "医学",
  "英语",
  "施工",
  "合同",
  "试题",
  "笔记",
  "范本",
  "讲义",
  "真题",
  "课件",
]

/** @param {string} url @param {boolean} ours */
const pathsOf = async (url, ours) => {
  const documents = await documentsOf(url)
  /** @type {{ id: number, doc_count: number }[]} */
  const category = (await read(url, "/category/list?page=1&size=1000"))["category"] ?? []
  const largest = category.toSorted((a, b) => b.doc_count - a.doc_count)[0]?.id ?? 1
  // the sample files are the oldest documents of the other server; the documents with rendered pages are our newest
  const oldest = ours ? [] : ((await read(url, "/document/list?page=1&size=24&status=2&order=id%20asc"))["document"] ?? [])
  const candidates = [...documents.slice(0, 40), ...oldest]
  /** @param {Document} document */
  const name = ({ uuid, attachment }) => [...(ours ? [] : [attachment?.hash ?? ""]), uuid].filter(Boolean)
  const query = (rest) => twenty.map((page) => `/api/v1/document/list?page=${page}&size=10&status=2${rest}`)
  return {
    设置: ["/api/v1/settings"],
    最新的列表: query(""),
    一个分类的列表: query(`&category_id=${largest}`),
    页面图: await pictures(url, candidates, (one) =>
      name(one).map((key) => `/view/page/${key}/1${ours ? ".gzip.svg" : (one.preview_ext ?? ".svg")}`),
    ),
    封面: await pictures(url, candidates, (one) => [...name(one).map((key) => `/view/cover/${key}`), ...(one.cover ? [one.cover] : [])]),
    首页的分类: ["/api/v1/document/home?limit=5"],
    一份文档: documents.map(({ uuid }) => `/api/v1/document?uuid=${uuid}`),
    按浏览排的列表: query("&order=view_count%20desc"),
    文章列表: twenty.map((page) => `/api/v1/article/list?page=${page}&size=10`),
    分类: ["/api/v1/category/list?page=1&size=1000"],
    两个字的标题搜索: Array.from({ length: 20 }, () => words)
      .flat()
      .map((word) => `/api/v1/document/search?wd=${encodeURIComponent(word)}&page=1&size=10`),
  }
}

/** Returns the requests for both servers. A kind that the other server lacks is not compared. @param {string} ours @param {string} rival */
export const peerTargets = async (ours, rival) => {
  const [ownPaths, theirs] = [await pathsOf(ours, true), await pathsOf(rival, false)]
  return Object.entries(ownPaths)
    .map(([title, paths]) => ({ title, own: paths, theirs: theirs[/** @type {keyof typeof theirs} */ (title)] }))
    .filter((target) => target.own.length > 0)
}
