import { Empty } from "@/components/ui/empty"
import { Icon } from "@/components/ui/icon"
import { Link } from "@/components/ui/link"
import { paths } from "@/lib/rules/path"

export const NoDocuments = () => (
  <div className="card pad">
    <Empty
      title="书架还空着"
      action={
        <Link className="bt p" href={paths.upload}>
          <Icon name="upload" small />
          上传文档
        </Link>
      }
    >
      上传第一份文档，转换好就能在线阅读。
    </Empty>
  </div>
)
