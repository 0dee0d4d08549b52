"use client"

import "@/app/styles/home.css"
import { AdSlot } from "@/components/advertisement/ad-slot"
import { DocumentCard } from "@/components/document/document-card"
import { Empty } from "@/components/ui/empty"
import { Icon } from "@/components/ui/icon"
import { Link } from "@/components/ui/link"
import { More } from "@/components/ui/more"
import type { Settings } from "@/lib/contract/types"
import type { Card } from "@/lib/view/card"
import type { CategoryNode } from "@/lib/view/category-tree"
import { count } from "@/lib/domain/format"
import type { Block, Headline } from "@/lib/view/home"
import { paths } from "@/lib/domain/path"
import { CategoryBlock, CategoryShelf } from "./category-block"
import { CategoryStrip } from "./category-strip"
import { UserCard } from "./user-card"
import { BigSearch } from "@/components/site/big-search"
import { shortDay } from "@/lib/domain/time"

const ArticleHeadlines = ({ title, articles }: { title: string; articles: Headline[] }) => (
  <section aria-labelledby="articles-title">
    <div className="h-s">
      <h2 id="articles-title">{title}</h2>
      <More href={paths.article()} />
    </div>
    <ul className="art">
      {articles.map((article) => (
        <li key={article.id}>
          <Link href={paths.article(article.identifier || article.id)}>{article.title}</Link>
          {article.created_at ? <time dateTime={article.created_at}>{shortDay(article.created_at)}</time> : null}
        </li>
      ))}
    </ul>
  </section>
)

/** The title and the search field of the home page. */
const Hero = ({ keywords }: { keywords: string[] }) => (
  <div className="wrap hero">
    <h1>今天想找什么资料？</h1>
    <p className="lead">真题、教案、合同、报告和论文，打开就能读。</p>
    <BigSearch submitLabel="搜索" placeholder={keywords[0] ? `试试“${keywords[0]}”` : "输入关键词"} />
    {keywords.length > 0 ? (
      <p className="hot">
        <span>大家在搜</span>
        {keywords.slice(0, 8).map((word) => (
          <Link key={word} href={paths.search(word)}>
            {word}
          </Link>
        ))}
      </p>
    ) : null}
  </div>
)

type Counts = { document_count: number; article_count: number; user_count: number }
type Display = Pick<Settings["display"], "show_document_count" | "show_register_user_count" | "index_document_style">

type Props = {
  shelfTitle: string
  shelf: Card[]
  blocks: Block[]
  articles: Headline[]
  articlesTitle: string
  categories: CategoryNode[]
  keywords: string[]
  counts: Counts | null
  display: Display
}

export const HomeView = ({ shelfTitle, shelf, blocks, articles, articlesTitle, categories, keywords, counts, display }: Props) => (
  <main id="main" className="home">
    <Hero keywords={keywords} />
    <AdSlot position="index_banner_bottom" className="wrap" />
    <div className="wrap cols sec">
      <section aria-labelledby="shelf-title">
        <div className="sec-h">
          <h2 id="shelf-title">{shelfTitle}</h2>
          {counts ? <Numbers counts={counts} display={display} /> : null}
          {shelf.length > 0 ? <More href={paths.category()} /> : null}
        </div>
        {shelf.length > 0 ? (
          <div className="shelf home-shelf">
            {shelf.map((document, at) => (
              <DocumentCard key={document.id} document={document} eager={at < 6} />
            ))}
          </div>
        ) : (
          <NothingYet />
        )}
      </section>
      <div className="side">
        <UserCard />
        {articles.length > 0 ? <ArticleHeadlines title={articlesTitle} articles={articles} /> : null}
      </div>
    </div>
    <AdSlot position="index_category_top" className="wrap" />
    {categories.length > 0 ? <CategoryStrip categories={categories.slice(0, 8)} /> : null}
    <AdSlot position="index_category_bottom" className="wrap" />
    <Blocks blocks={blocks} style={display.index_document_style} />
    <AdSlot position="index_link_top" className="wrap" />
  </main>
)

const Blocks = ({ blocks, style }: { blocks: Block[]; style: string }) => {
  if (!blocks.length) return null
  if (style === "list") return blocks.map((block) => <CategoryShelf key={block.id} block={block} />)
  return (
    <div className="wrap blocks sec">
      {blocks.map((block) => (
        <CategoryBlock key={block.id} block={block} />
      ))}
    </div>
  )
}

const Numbers = ({ counts, display }: { counts: Counts; display: Display }) => (
  <span className="meta">
    {display.show_document_count ? (
      <>
        <span>{count(counts.document_count)} 份文档</span>
        <span className="desk-only">{count(counts.article_count)} 篇文章</span>
      </>
    ) : null}
    {display.show_register_user_count ? <span className="desk-only">{count(counts.user_count)} 位用户</span> : null}
  </span>
)

const NothingYet = () => (
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
