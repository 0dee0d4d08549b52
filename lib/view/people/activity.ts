import type { Article, Document } from "../../contract/types"
import { paths } from "../../rules/path"

/** A public activity of a user: a document or an article that can be read. */
export type Activity = { key: string; kind: "document" | "article"; title: string; href: string; at: string }

const most = 8

/** Merges the newest documents and articles of a user, newest first. */
export const activitiesOf = (documents: readonly Document[], articles: readonly Article[]): Activity[] =>
  [
    ...documents.map(({ uuid, title, created_at }) => ({
      key: `d${uuid}`,
      kind: "document" as const,
      title,
      href: paths.document(uuid),
      at: created_at,
    })),
    ...articles.map(({ id, identifier, title, created_at }) => ({
      key: `a${id}`,
      kind: "article" as const,
      title,
      href: paths.article(identifier || id),
      at: created_at,
    })),
  ]
    .flatMap((one) => (one.at ? [{ ...one, at: one.at }] : []))
    .toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at))
    .slice(0, most)
