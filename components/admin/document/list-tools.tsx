"use client"

import { Icon } from "@/components/ui/icon"
import { Link } from "@/components/ui/link"
import { paths } from "@/lib/domain/path"

type Props = { mayRedraw: boolean; onRedraw: () => void }

/** The toolbar of the document list: repeats all failed conversions, and links to the upload page. */
export const ListTools = ({ mayRedraw, onRedraw }: Props) => (
  <>
    {mayRedraw ? (
      <button type="button" className="bt" title="转换失败的文档全部重新排队" onClick={onRedraw}>
        <Icon name="rotate" small />
        失败重转
      </button>
    ) : null}
    <Link className="bt p adm-last" href={paths.upload} target="_blank">
      <Icon name="plus" small />
      新增
    </Link>
  </>
)
