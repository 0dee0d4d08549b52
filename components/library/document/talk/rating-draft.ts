import { tabStore } from "@/lib/browser-storage"

/* Stars that were chosen without a session, for the way to the login and back in this tab. They are chosen again, not sent. */

const key = "rating-draft"

export const keepRating = (uuid: string, stars: number): void => void tabStore.setItem(key, JSON.stringify({ uuid, stars }))

/** Returns the stars chosen for this document, once; 0 = none. */
export const takeRating = (uuid: string): number => {
  const draft = tabStore.getJson(key) as { uuid?: string; stars?: number } | null
  if (draft?.uuid !== uuid) return 0
  tabStore.removeItem(key)
  const stars = Number(draft.stars)
  return stars >= 1 && stars <= 5 ? Math.round(stars) : 0
}
