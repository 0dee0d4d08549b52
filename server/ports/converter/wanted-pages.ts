/** Pages that readers are waiting for. The converter renders them next and notifies the waiting requests. */
export type WantedPages = {
  /** Requested pages of this document, longest wait first. */
  pagesOf(uuid: string): number[]
  /** Resolves to true when the page has been rendered, to false after `ms`. */
  wait(uuid: string, page: number, ms: number): Promise<boolean>
  arrived(uuid: string, page: number): void
}

export const createWantedPages = (): WantedPages => {
  const pagesByDocument = new Map<string, Map<number, Set<() => void>>>()
  const forget = (uuid: string, page: number, wake: () => void) => {
    const pages = pagesByDocument.get(uuid)
    pages?.get(page)?.delete(wake)
    if (!pages?.get(page)?.size) pages?.delete(page)
    if (!pages?.size) pagesByDocument.delete(uuid)
  }
  return {
    pagesOf: (uuid) => [...(pagesByDocument.get(uuid)?.keys() ?? [])],
    wait: (uuid, page, ms) =>
      new Promise((resolve) => {
        const pages = pagesByDocument.get(uuid) ?? new Map<number, Set<() => void>>()
        pagesByDocument.set(uuid, pages)
        const waiters = pages.get(page) ?? new Set()
        pages.set(page, waiters)
        const end = (hasPage: boolean) => {
          clearTimeout(timer)
          forget(uuid, page, wake)
          resolve(hasPage)
        }
        const wake = () => end(true)
        const timer = setTimeout(() => end(false), ms)
        waiters.add(wake)
      }),
    arrived: (uuid, page) => {
      for (const wake of [...(pagesByDocument.get(uuid)?.get(page) ?? [])]) wake()
    },
  }
}
