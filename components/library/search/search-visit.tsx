"use client"

import { useRead } from "@/components/ui/use-read"
import { api } from "@/lib/api/client"

/** Reports a search once its results are shown, because the page itself may come from a cache. Renders nothing. */
export const SearchVisit = ({ record }: { record: string }) => {
  useRead(() => void api("POST /search/view", { record }), 0)
  return null
}
