import type { IndexCondition, IndexTrouble } from "./search.port"

const texts: Record<IndexTrouble, string> = {
  read_only: "索引被锁成只读，改动写不进去，多半是引擎的磁盘满了：清出空间以后会自己解开",
  missing_shards: "索引缺少分片，搜索结果不全：请启动缺少的节点，找不回来就重建全文索引",
}

/** Returns the fault of an index, for staff; "" = none. */
export const troubleTextOf = ({ complete, trouble }: Pick<IndexCondition, "complete" | "trouble">): string => {
  if (trouble) return texts[trouble]
  return complete ? "" : "索引还不全，网站会自己补齐，在这以前搜索结果会少一些"
}
