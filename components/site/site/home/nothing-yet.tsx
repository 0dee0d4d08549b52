import { Empty } from "@/components/ui/empty"
import { Icon } from "@/components/ui/icon"
import { Link } from "@/components/ui/link"
import { paths } from "@/lib/rules/path"

/** A shelf without documents. */
export const NothingYet = () => (
  <div className="card bare">
    <Empty
      title="书架还空着"
      level="h3"
      action={
        <Link className="bt p" href={paths.upload}>
          <Icon name="upload" small />
          上传文档
        </Link>
      }
    >
      上传第一份文档，转换完成就会摆在这里。
    </Empty>
  </div>
)
