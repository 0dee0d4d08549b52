import { IndexingError, type IndexingPort, type IndexingSite, type IndexingTarget } from "./indexing.port"
import { maxUrls } from "./network.indexing"

type Pushed = { target: IndexingTarget; site: IndexingSite; urls: string[] }

/** The fake: records pushed URLs, and refuses with `refuseWith` while it is not empty. */
export const memoryIndexing = () => {
  const pushed: Pushed[] = []
  const fake: IndexingPort & { pushed: Pushed[]; refuseWith: string } = {
    most: maxUrls,
    pushed,
    refuseWith: "",
    push: async (target, site, urls) => {
      if (fake.refuseWith) throw new IndexingError(fake.refuseWith.replaceAll(site.key, "***"))
      pushed.push({ target, site, urls })
    },
  }
  return fake
}
