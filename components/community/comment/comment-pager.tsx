"use client"

import { Fragment } from "react"
import { Icon } from "@/components/ui/icon"
import { pageNumbers } from "@/lib/view/library/list/page-numbers"
import { threadsPerPage } from "./comment-target"

type Props = { page: number; total: number; onPage: (page: number) => void }

/** Paging of the comments: buttons instead of links, since the URL is the document's. */
export const CommentPager = ({ page, total, onPage }: Props) => {
  const last = Math.ceil(total / threadsPerPage)
  if (last < 2) return null
  return (
    <nav className="pager comment-pager" aria-label="评论分页">
      <button type="button" aria-label="上一页评论" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        <Icon name="back" small />
      </button>
      {pageNumbers(page, last).map((number, at, all) => (
        <Fragment key={number}>
          {at > 0 && number - (all[at - 1] ?? 0) > 1 ? <span className="e hide-p">⋯</span> : null}
          <button
            type="button"
            className={Math.abs(number - page) > 1 && number !== 1 && number !== last ? "hide-p" : undefined}
            aria-current={number === page ? "page" : undefined}
            aria-label={`第 ${number} 页评论`}
            onClick={() => onPage(number)}
          >
            {number}
          </button>
        </Fragment>
      ))}
      <button type="button" aria-label="下一页评论" disabled={page >= last} onClick={() => onPage(page + 1)}>
        <Icon name="next" small />
      </button>
    </nav>
  )
}
