import { ReviewStatus } from "@/lib/contract/library/content.enums"
import type { ArticleSource } from "@/lib/contract/types"
import { deepestOf, type CategoryNode } from "@/lib/view/library/category-tree"
import type { PostFields } from "./drafts"
import type { StaffValues } from "./staff-fields"

/* The values of the article form, and the request for a change of them. */

export type PostValues = PostFields & StaffValues

export const splitKeywords = (text: string): string[] =>
  text
    .split(/[,，、;；]/)
    .map((word) => word.trim())
    .filter(Boolean)

export const startOf = (article: ArticleSource | null, categories: CategoryNode[]): PostFields => ({
  title: article?.title ?? "",
  content: article?.content ?? "",
  category: deepestOf(categories, article?.category_id ?? []) ?? 0,
  keywords: splitKeywords(article?.keywords ?? ""),
  description: article?.description ?? "",
  source: article?.source ?? "",
  source_url: article?.source_url ?? "",
})

export const staffOf = (article: ArticleSource | null): StaffValues => ({
  identifier: article?.identifier ?? "",
  status: article?.status ?? ReviewStatus.approved,
  reject_reason: article?.reject_reason ?? "",
  is_recommend: article !== null && article.recommend_at !== null,
  notice: article?.notice ?? 0,
})

export const pickFields = ({ title, content, category, keywords, description, source, source_url }: Partial<PostValues>): PostFields => ({
  title: title ?? "",
  content: content ?? "",
  category: category ?? 0,
  keywords: keywords ?? [],
  description: description ?? "",
  source: source ?? "",
  source_url: source_url ?? "",
})

export const pickStaff = ({ identifier, status, reject_reason, is_recommend, notice }: StaffValues): StaffValues => ({
  identifier,
  status,
  reject_reason,
  is_recommend,
  notice,
})

export const inputOf = ({ title, content, category, keywords, description, source, source_url }: PostFields) => ({
  title,
  content,
  keywords: keywords.join(","),
  description,
  source,
  source_url,
  category_id: category ? [category] : [],
})

/** Returns the settings that staff may change beside the text; the URL of an existing article does not change. */
export const staffInput = ({ status, reject_reason, is_recommend, notice }: StaffValues) => ({
  status,
  reject_reason: status === ReviewStatus.rejected ? reject_reason : "",
  is_recommend,
  notice: notice ?? 0,
})

/** Returns the values that differ from those the form began with. Equal values are not sent, so they stay as they are stored. */
export const changedOf = <T extends object>(before: T, after: T): Partial<T> =>
  Object.fromEntries(
    Object.entries(after).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof T])),
  ) as Partial<T>

/** Returns the form's values after another user's change: the user's own changes on top of the newest version. */
export const rebased = <T extends object>(before: T, typed: T, newest: T): T => ({ ...newest, ...changedOf(before, typed) })
