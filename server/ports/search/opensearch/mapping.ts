import type { Json } from "./json"

/* What the engine keeps of an entry. It cuts nothing itself: texts come as tokens with spaces between (`documents.ts`). */

/** Raised when tokens, folding or fields change: the index has to be built anew. */
export const version = 1

const tokens: Json = { type: "text", analyzer: "whitespace", norms: false }
/** Looked for as a whole; nothing is sorted or counted by it. */
const term: Json = { type: "keyword", doc_values: false, ignore_above: 8_000 }
const named: Json = { type: "keyword" }
const whole: Json = { type: "long" }

export const mapping: Json = {
  _meta: { version },
  dynamic: "strict",
  properties: {
    kind: { type: "byte" },
    id: whole,
    /** the title as people wrote it */
    shown: { type: "keyword", index: false, doc_values: false },
    folded: term,
    pinyin: term,
    initials: term,
    title: tokens,
    keywords: tokens,
    sounds: tokens,
    title_letters: term,
    keywords_letters: term,
    sound_letters: term,
    words: term,
    latin: term,
    /** title, keywords, description and pages: no match reaches from one to the next */
    lines: { type: "nested", properties: { place: { type: "integer" }, text: tokens } },
    score: { type: "double" },
    ext: named,
    language: named,
    price: whole,
    is_vip: { type: "boolean" },
    length: whole,
    size: whole,
    rating: whole,
    views: whole,
    downloads: whole,
    favorites: whole,
    recommended: { type: "boolean" },
    categories: whole,
    user_id: whole,
    created_at: { type: "date", format: "epoch_millis" },
    /** stands in an index that is being built for what was removed meanwhile */
    removed: { type: "boolean" },
  },
}

/** Shards are left to the cluster's own templates; one is right up to some ten million pages. */
export const settings: Json = {
  index: { auto_expand_replicas: "0-1", codec: "best_compression", mapping: { nested_objects: { limit: 100_000 } } },
}
