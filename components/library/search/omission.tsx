import type { SearchResults } from "@/lib/view/library/search-entry"

const sentences: Record<string, string> = {
  building: "正在建立索引，结果还不全。",
  shards: "搜索引擎有一部分没有回应，结果不全。",
  texts: "搜索暂时用不了，下面只有标题里有这些字的内容。请稍后再试。",
}

/** A note about results that are omitted for now. */
export const Omission = ({ omission }: Pick<SearchResults, "omission">) =>
  sentences[omission] ? (
    <p className="note" role="status">
      {sentences[omission]}
    </p>
  ) : null
