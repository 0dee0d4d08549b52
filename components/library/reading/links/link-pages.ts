import { api } from "@/lib/api/client"
import type { PageLink } from "@/lib/contract/types"
import type { ReaderStore } from "../store/reader-store"

/** Number of pages per response. */
const block = 20

type Answers = Map<number, Promise<PageLink[]>>
const linkCache = new WeakMap<ReaderStore, { version: number; answers: Answers }>()

const answersOf = (store: ReaderStore): Answers => {
  const { version } = store.getState().source
  const entry = linkCache.get(store)
  if (entry?.version === version) return entry.answers
  const answers: Answers = new Map()
  linkCache.set(store, { version, answers })
  return answers
}

/** Returns the links of a page. Requests twenty pages at a time and each block once; a failed block is retried on the next call. */
export const linksOf = async (store: ReaderStore, page: number): Promise<PageLink[]> => {
  const answers = answersOf(store)
  const first = page - ((page - 1) % block)
  let answer = answers.get(first)
  if (!answer) {
    answer = api("GET /document/links", { uuid: store.getState().source.uuid, page: first }).then((reply) => {
      if (reply.ok) return reply.data.links
      answers.delete(first)
      return []
    })
    answers.set(first, answer)
  }
  return (await answer).filter((link) => link.page === page)
}
