import type { BrowserStorage } from "@/lib/browser-storage"

/* Drafts of unsaved articles in this browser, stored per user and article; they survive a closed tab. */

/** The fields that the user writes. `category` 0 = none. */
export type PostFields = {
  title: string
  content: string
  category: number
  keywords: string[]
  description: string
  source: string
  source_url: string
}

/**
 * `at`: when it was written, in ms. `base`: the article's `updated_at` when editing began, "" for a new one. `interrupted`: the session
 * ended during editing, so that the form continues with it after the login.
 */
export type Draft = { fields: PostFields; at: number; base: string; interrupted?: boolean }

type Store = Pick<BrowserStorage, "getJson" | "setItem" | "removeItem">

/** Older drafts are deleted. */
const maxAgeMs = 90 * 86_400_000
/** The current draft, and earlier ones that were neither restored nor discarded. */
const maxDrafts = 3

const keyOf = (person: number, article: number) => `post:${person}:${article || "new"}`

const isDraft = (one: unknown): one is Draft => {
  const { fields, at, base } = (one ?? {}) as Partial<Draft>
  return (
    typeof at === "number" &&
    typeof base === "string" &&
    typeof fields === "object" &&
    ["title", "content", "description", "source", "source_url"].every((name) => typeof fields?.[name as "title"] === "string") &&
    Array.isArray(fields?.keywords) &&
    typeof fields?.category === "number"
  )
}

/** Returns the user's drafts for the article (0 = a new one), newest first; an unreadable draft is ignored. */
export const readDrafts = (store: Store, person: number, article: number, now: number): Draft[] => {
  const items = store.getJson(keyOf(person, article))
  return Array.isArray(items) ? items.filter(isDraft).filter(({ at }) => now - at < maxAgeMs) : []
}

/** Replaces the drafts; returns false if the browser has no space for them. */
export const writeDrafts = (store: Store, person: number, article: number, drafts: Draft[]): boolean => {
  if (drafts.length > 0) return store.setItem(keyOf(person, article), JSON.stringify(drafts.slice(0, maxDrafts)))
  store.removeItem(keyOf(person, article))
  return true
}

export const isEmpty = ({ title, content, keywords, description, source, source_url }: PostFields): boolean =>
  ![title, content, description, source, source_url].some((text) => text.trim()) && keywords.length === 0

export const isSame = (one: PostFields, other: PostFields): boolean => JSON.stringify(ordered(one)) === JSON.stringify(ordered(other))
const ordered = ({ title, content, category, keywords, description, source, source_url }: PostFields) => [
  title,
  content,
  category,
  keywords,
  description,
  source,
  source_url,
]
