import type { PublicUser } from "@/lib/contract/types"
import { count } from "@/lib/rules/format"

/** The public numbers of an author's work. The balance of credits is not part of it. */
export type AuthorNumbers = Pick<PublicUser, "doc_count" | "article_count" | "download_count" | "score">

/** Returns an author's public numbers with their labels: works, downloads of all documents, mean rating. */
export const authorNumbers = ({ doc_count, article_count, download_count, score }: AuthorNumbers): [label: string, text: string][] => [
  ["作品", count(doc_count + article_count)],
  ["下载", count(download_count)],
  ["平均评分", score > 0 ? (score / 100).toFixed(1) : "–"],
]
