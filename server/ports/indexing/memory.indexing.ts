import { IndexingError, type IndexingPort, type IndexingSite, type IndexingTarget } from "./indexing.port"
import { maxUrls } from "./network.indexing"

type Pushed = { target: IndexingTarget; site: IndexingSite; urls: string[] }

/** The fake: records what was pushed, and refuses with `refuseWith` while that says something. */
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
