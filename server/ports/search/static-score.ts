import type { Facts } from "./search.port"

const yearMs = 365.25 * 86_400_000
const first = Date.UTC(2000, 0, 1)

type Scored = Pick<Facts, "recommended" | "downloads" | "views" | "favorites" | "rating" | "created_at">

/**
 * Returns the quality of an entry regardless of the query, about 5 to 20. It determines the order of the index. Counters are damped, and a
 * year counts as much as a few downloads.
 */
export const staticScore = ({ recommended, downloads, views, favorites, rating, created_at }: Scored): number =>
  (recommended ? 3 : 0) +
  0.8 * Math.log1p(downloads) +
  0.4 * Math.log1p(views) +
  0.3 * Math.log1p(favorites) +
  (rating > 0 ? (rating - 300) / 200 : 0) +
  0.25 * ((created_at.getTime() - first) / yearMs)
