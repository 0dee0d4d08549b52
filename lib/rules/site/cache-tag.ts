/**
 * Returns the tag (`Cache-Tag`) of pages that show this document (by its uuid), article (by its identifier) or user. A CDN removes them by
 * it.
 */
export const cacheTag = (kind: "document" | "article" | "user", id: string | number): string => `${kind}-${encodeURIComponent(id)}`
