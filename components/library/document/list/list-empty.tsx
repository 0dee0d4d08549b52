import { Empty } from "@/components/ui/empty"
import { Icon } from "@/components/ui/icon"
import { Link } from "@/components/ui/link"
import { paths } from "@/lib/rules/path"

const Way = ({ href, children }: { href: string; children: string }) => (
  <Link className="bt" href={href}>
    {children}
  </Link>
)

/** The empty state of a filtered list. */
export const NothingChosen = ({ cleared, names }: { cleared: string; names: string[] }) => (
  <Empty searched title="没有符合条件的文档" action={<Way href={cleared}>清除所有筛选</Way>}>
    去掉{names.map((name) => `“${name}”`).join("")}筛选再试。
  </Empty>
)

/** The empty state of a page of search results beyond the last one. `reach`: the list is longer, but paging ends after this many rows. */
export const NoSuchPage = ({ first, reach = 0 }: { first: string; reach?: number }) => (
  <Empty searched title="没有这一页" action={<Way href={first}>回到第一页</Way>}>
    {reach > 0 ? "这一页翻不到。" : "这个列表没有这么长，或是有文档被删除了。"}
  </Empty>
)

/** The empty state of a category. */
export const NothingHere = () => (
  <Empty
    title="书架还空着"
    action={
      <Link className="bt p" href={paths.upload}>
        <Icon name="upload" small />
        上传文档
      </Link>
    }
  >
    上传第一份文档，转换完成就会摆在这里。
  </Empty>
)
