"use client"

import { useSettings } from "@/components/providers/settings"
import { Icon } from "@/components/ui/icon"
import { kindNames, kinds } from "@/lib/contract/library/document.formats"
import { count } from "@/lib/rules/format"
import { maxFiles, type UploadLimits } from "@/lib/upload/rules"
import type { UserUploadLimit } from "./use-limit"

/** Returns the format families with at least one allowed extension: PDF、Word、PPT … */
const familiesOf = (extensions: string[]) =>
  kindNames
    .filter((name) => kinds[name].ext.some((ext) => extensions.includes(ext)))
    .map((name) => (name === "other" ? "电子书、图片、邮件、压缩包等" : kinds[name].label))

/** The general limits and those of the user. */
type Props = { limit: UploadLimits & Partial<Pick<UserUploadLimit, "left" | "review" | "reward">> }

/** The upload rules, displayed before a file is chosen. */
export const LimitCard = ({ limit: { extensions, maxMegabytes, left, review, reward } }: Props) => {
  const { credit_name } = useSettings().system
  return (
    <section className="card up-limit" aria-label="上传限制">
      <dl>
        <div>
          <dt>单个文件</dt>
          <dd>最大 {count(maxMegabytes)} MB</dd>
        </div>
        {left !== undefined && (
          <div>
            <dt>今天还能上传</dt>
            <dd>{left === null ? "不限" : `${count(left)} 份`}</dd>
          </div>
        )}
        {review !== undefined && (
          <div>
            <dt>发布</dt>
            <dd>{review ? "审核通过后公开" : "转换完就公开"}</dd>
          </div>
        )}
        {reward !== undefined && (
          <div>
            <dt>奖励</dt>
            <dd>{reward > 0 ? `${review ? "审核通过后 " : ""}${count(reward)} ${credit_name}` : "暂无"}</dd>
          </div>
        )}
      </dl>
      <details>
        <summary>
          <Icon name="down" small />
          支持 {familiesOf(extensions).join("、")}，一次最多 {count(maxFiles)} 份
        </summary>
        <p>{extensions.map((ext) => ext.slice(1)).join(" · ")}</p>
      </details>
    </section>
  )
}
