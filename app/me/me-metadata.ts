import "server-only"
import type { Metadata } from "next"
import { serverApi } from "@/lib/api/server"

/** Returns metadata with the title `{item} - {username}`; the root layout appends the site's name. */
export const meMetadata = (item: string) => async (): Promise<Metadata> => {
  const reply = await serverApi("GET /user")
  return { title: reply.ok ? `${item} - ${reply.data.username}` : item }
}
