import "@/app/styles/articles/article.css"
import { Crumbs } from "@/components/ui/crumbs"
import { ReportLater } from "@/components/community/report/report-later"
import { ShareButton } from "@/components/library/document/share/share-button"
import { Avatar } from "@/components/ui/avatar"
import { Icon } from "@/components/ui/icon"
import { MoreIcon } from "@/components/ui/more-icon"
import { Link } from "@/components/ui/link"
import { Static } from "@/components/ui/static/static"
import { ReportKind } from "@/lib/contract/community/report.enums"
import { ReviewStatus } from "@/lib/contract/library/content.enums"
import { paths } from "@/lib/rules/path"
import { day } from "@/lib/rules/time"
import type { ArticlePage } from "@/lib/view/articles/article-page"
import type { Crumb } from "@/lib/view/library/list/crumbs"
import { ArticleCounts } from "./article-counts"
import { ArticleFavorite } from "./article-favorite"
import { ArticleManage } from "./article-manage"
import { ArticleTalk } from "./article-talk"
import { ArticleToc } from "./article-toc"
import { Author } from "./author"
import { Headlines } from "./headlines"
import { WithPictures } from "../../ui/rich-html"

type Props = { article: ArticlePage; crumbs: Crumb[] }

const statusWords: Record<number, string> = { [ReviewStatus.pending]: "待审核", [ReviewStatus.rejected]: "审核拒绝" }

/** The page of one article, identical for all users; user-specific parts load in islands. */
export const ArticleView = ({ article, crumbs }: Props) => (
  <main id="main" className="wrap article">
    <Static>
      <Crumbs above items={crumbs} />
    </Static>
    <div className={article.headings.length > 0 ? "article-grid toced" : "article-grid"}>
      <article>
        <Head article={article} />
        <Static>
          {article.cover ? (
            <div className="article-cover">
              <img src={article.cover} alt="" width={680} height={306} />
            </div>
          ) : null}
          {article.headings.length > 0 ? (
            <details className="toc-fold">
              <summary>目录</summary>
              <ol>
                {article.headings.map(({ id, text, level }) => (
                  <li key={id} data-level={level}>
                    <a href={`#${id}`}>{text}</a>
                  </li>
                ))}
              </ol>
            </details>
          ) : null}
        </Static>
        <WithPictures>
          <Static>
            <div className="prose" dangerouslySetInnerHTML={{ __html: article.html }} />
          </Static>
        </WithPictures>
        <Static>
          <Source article={article} />
        </Static>
        <div className="article-do">
          <ArticleFavorite id={article.id} identifier={article.identifier} title={article.title} favorites={article.favorite_count} />
          <ShareButton title={article.title} />
          <ReportLater
            target={{ type: ReportKind.article, id: article.id, title: article.title, path: paths.article(article.identifier) }}
            ownerId={article.author_id}
            label="举报"
          />
        </div>
        <Static>
          <Neighbours previous={article.previous} next={article.next} />
        </Static>
      </article>
      {article.headings.length > 0 ? (
        <div className="toc-col">
          <ArticleToc headings={article.headings} />
        </div>
      ) : null}
      <ArticleTalk id={article.id} identifier={article.identifier} authorId={article.author_id} comments={article.comment_count} />
      <aside className="article-side" aria-label="更多文章">
        <Static>
          {article.user ? (
            <section className="article-author" aria-label="作者">
              <Avatar name={article.user.username} src={article.user.avatar} size={48} />
              <div>
                <b>
                  <Link href={paths.user(article.user.id)}>{article.user.username}</Link>
                </b>
                <p>{article.user.signature || "暂无个性签名"}</p>
              </div>
            </section>
          ) : null}
          {article.others.length > 0 ? <Headlines title="作者的其他文章" articles={article.others} /> : null}
          {article.related.length > 0 ? <Headlines title="相关文章" articles={article.related} /> : null}
        </Static>
      </aside>
    </div>
  </main>
)

const Head = ({ article }: { article: ArticlePage }) => (
  <header>
    <h1>
      {statusWords[article.status] ? `(${statusWords[article.status]}) ` : null}
      {article.title}
    </h1>
    <div className="meta">
      {article.user ? <Avatar name={article.user.username} src={article.user.avatar} size={22} /> : null}
      <Author article={article} />
      {article.created_at ? <time dateTime={article.created_at}>{day(article.created_at)}</time> : null}
      <ArticleCounts key={article.identifier} identifier={article.identifier} views={article.view_count} comments={article.comment_count} />
      <span>约 {article.minutes} 分钟读完</span>
      {article.notice > 0 ? <span className="tag warn">公告</span> : null}
      {article.recommended ? <span className="tag pri">推荐</span> : null}
    </div>
    {article.status === ReviewStatus.rejected && article.reject_reason ? (
      <div className="alert bad" role="status">
        <MoreIcon name="alert" />
        <b>未通过原因：{article.reject_reason}</b>
      </div>
    ) : null}
    <ArticleManage
      article={{
        id: article.id,
        title: article.title,
        author_id: article.author_id,
        status: article.status,
        recommended: article.recommended,
      }}
    />
  </header>
)

/** 来源: the original source of the article. */
const Source = ({ article: { source, source_url } }: { article: ArticlePage }) =>
  source || source_url ? (
    <p className="article-source">
      来源：
      {source_url ? (
        <a href={source_url} target="_blank" rel="noopener noreferrer nofollow">
          {source || source_url}
        </a>
      ) : (
        source
      )}
    </p>
  ) : null

const Neighbours = ({ previous, next }: Pick<ArticlePage, "previous" | "next">) =>
  previous || next ? (
    <nav className="article-near" aria-label="同分类的文章">
      {previous ? (
        <Link href={paths.article(previous.identifier)} rel="prev">
          <span>
            <Icon name="back" small />
            上一篇
          </span>
          <b>{previous.title}</b>
        </Link>
      ) : null}
      {next ? (
        <Link href={paths.article(next.identifier)} rel="next">
          <span>
            下一篇
            <Icon name="next" small />
          </span>
          <b>{next.title}</b>
        </Link>
      ) : null}
    </nav>
  ) : null
