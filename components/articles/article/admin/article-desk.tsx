"use client"

import { PostDesk } from "@/components/articles/article/post/post-view"
import { MoreIcon } from "@/components/ui/more-icon"
import { Link } from "@/components/ui/link"
import { entities } from "@/lib/contract/entities"
import { paths } from "@/lib/rules/path"
import type { CategoryNode } from "@/lib/view/library/category-tree"

type Props = { id: number; identifier: string; categories: CategoryNode[] }

/** The article form in the admin area: saving leads back to the list. */
export const ArticleDesk = ({ id, identifier, categories }: Props) => (
  <>
    <div className="adm-h">
      <h1>文章编辑</h1>
      <div className="end">
        {id > 0 || identifier !== "" ? (
          <Link className="bt" href={paths.article(identifier || id)} target="_blank">
            <MoreIcon name="eye" small />
            查看
          </Link>
        ) : null}
      </div>
    </div>
    <div className="post">
      <PostDesk id={id} identifier={identifier} categories={categories} after={entities.article.screen} />
    </div>
  </>
)
