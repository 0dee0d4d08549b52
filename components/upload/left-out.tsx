"use client"

import { useState } from "react"
import { MoreIcon } from "@/components/ui/more-icon"
import { count } from "@/lib/rules/format"
import { maxFiles } from "@/lib/upload/rules"
import type { Harvest } from "@/lib/upload/walk"
import type { FileSelection } from "@/lib/upload/rows"

/** Files excluded from a selection: a sentence per refused file, counts for system files. */
export type LeftOut = { sentences: string[]; notes: string[] }

export const leftOutOf = ({ hidden, unread, cut }: Harvest, { refused, repeated, over }: Omit<FileSelection, "items">): LeftOut => ({
  sentences: [...refused, ...unread.map((name) => `${name} 文件读取失败`)],
  notes: [
    over > 0 && `一次最多 ${count(maxFiles)} 份，还有 ${count(over)} 份请下一批再传`,
    cut && "文件夹里的文件太多，只看了前 5,000 个",
    repeated > 0 && `${count(repeated)} 个已经在列表里`,
    hidden > 0 && `跳过了 ${count(hidden)} 个隐藏或系统文件`,
  ].filter((note) => note !== false),
})

const few = 8

/** Explains why some of the chosen files are not in the list. */
export const LeftOutList = ({ left: { sentences, notes }, onClose }: { left: LeftOut; onClose: () => void }) => {
  const [all, setAll] = useState(false)
  if (!sentences.length && !notes.length) return null
  return (
    <section className="alert warn up-left" role="status">
      <MoreIcon name="alert" />
      <div>
        {sentences.length > 0 && <b>{count(sentences.length)} 个文件没有加入</b>}
        {sentences.length > 0 && (
          <ul>
            {sentences.slice(0, all ? undefined : few).map((sentence, at) => (
              <li key={at}>{sentence}</li>
            ))}
          </ul>
        )}
        {sentences.length > few && !all && (
          <button type="button" className="lk" onClick={() => setAll(true)}>
            显示全部
          </button>
        )}
        {notes.map((note) => (
          <p key={note}>{note}</p>
        ))}
      </div>
      <button type="button" className="ib" aria-label="知道了，收起" title="知道了" onClick={onClose}>
        <MoreIcon name="close" />
      </button>
    </section>
  )
}
