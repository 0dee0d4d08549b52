import type { OpenSearchJson } from "./json"

/*
 * The fields that OpenSearch stores for an entry. It does not segment text itself: texts arrive as tokens separated by spaces
 * (`documents.ts`).
 */

/** Increase it when tokens, folding or fields change: sites then rebuild an index that an earlier version has built. */
export const version = 2

const tokens: OpenSearchJson = { type: "text", analyzer: "whitespace", norms: false }
/** Matched only as a whole; not used for sorting or counting. */
const term: OpenSearchJson = { type: "keyword", doc_values: false, ignore_above: 8_000 }
const named: OpenSearchJson = { type: "keyword" }
const whole: OpenSearchJson = { type: "long" }

export const mapping: OpenSearchJson = {
  dynamic: "strict",
  properties: {
    kind: { type: "byte" },
    id: whole,
    /** The original title. */
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
    /** Title, keywords, description and pages. A match never spans two of them. */
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
    /** Marks an entry that was removed while the index was being built. */
    removed: { type: "boolean" },
  },
}

/** The number of shards is left to the cluster's templates; one is enough for about ten million pages. */
export const settings: OpenSearchJson = {
  index: { auto_expand_replicas: "0-1", codec: "best_compression", mapping: { nested_objects: { limit: 100_000 } } },
}
