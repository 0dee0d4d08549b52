type Cited = {
  title: string
  username: string
  created_at: string | null
  language: string
  keywords: string
  uuid: string
}

/** Returns Highwire tags, which scholarly search engines and reference managers read. */
export const citationOf = ({ title, username, created_at, language, keywords }: Cited, publisher: string, address: string) => ({
  citation_title: title,
  ...(username ? { citation_author: username } : {}),
  ...(created_at ? { citation_publication_date: created_at.slice(0, 10).replaceAll("-", "/") } : {}),
  ...(language ? { citation_language: language } : {}),
  ...(keywords
    ? {
        citation_keywords: keywords
          .split(/[,，、;；]/)
          .map((word) => word.trim())
          .filter(Boolean),
      }
    : {}),
  citation_publisher: publisher,
  ...(address ? { citation_abstract_html_url: address } : {}),
})
