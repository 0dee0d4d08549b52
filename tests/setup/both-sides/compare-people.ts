import { difference } from "./difference"
import { compared, comparedUsers, type SharedState } from "./state"

/** Returns comparisons of articles, users and counters; each lists what is wrong. */
export const peopleComparisons = (state: SharedState) => {
  const {
    here,
    listThere,
    removedComments,
    signatures,
    usersDeletedThere,
    passwordOf,
    hasPassword,
    articlesHere,
    documentsHere,
    commentsHere,
    favouritesHere,
    deletedThere,
    passwords,
    usersHere,
    keywords,
    rejectedHere,
    articleTexts,
    articlesDeletedThere,
  } = state

  const compareArticles = async () => {
    const inThere = await listThere<{ title: string; owner: string; content: string }>(
      "select a.title, u.username as owner, a.content from mnt_article a join mnt_user u on u.id = a.user_id where a.title like '那边文章%'",
    )
    const titles = new Set(inThere.map(({ title }) => title))
    const stored = await here().rows<{ line: string }>(
      `select concat_ws(' | ', a.title, u.username, a.content) as line from article a left join "user" u on u.id = a.user_id where a.title like '%边文章%'`,
    )
    return difference(
      "article",
      [
        ...inThere.map(({ title, owner, content }) => [title, owner, articleTexts.get(title) ?? content].join(" | ")),
        ...[...articlesDeletedThere]
          .filter(([title]) => !titles.has(title) && articleTexts.has(title))
          .map(([title, { owner }]) => [title, owner, articleTexts.get(title)].join(" | ")),
        ...[...articlesHere].map(([title, { owner }]) => [title, owner, articleTexts.get(title) ?? `<p>${title}</p>`].join(" | ")),
      ],
      stored.map(({ line }) => line),
    )
  }

  const compareUsers = async () => {
    const inThere = await listThere<{ name: string; signature: string; credits: number }>(
      `select username as name, coalesce(signature, '') as signature, credit_count as credits from mnt_user where ${comparedUsers("username")}`,
    )
    const stored = await here().rows<{ name: string; signature: string; credits: number }>(
      `select u.username as name, u.signature, (select coalesce(sum(e.amount), 0)::int from ledger_entry e join ledger_account a on a.id = e.account_id
         join ledger_transaction t on t.id = e.transaction_id where a.user_id = u.id and t.kind = 'import') as credits
       from "user" u where ${comparedUsers("u.username")}`,
    )
    const names = new Set(inThere.map(({ name }) => name))
    const owners = new Set([
      ...[...documentsHere.values(), ...articlesHere.values()].map(({ owner }) => owner),
      ...[...commentsHere].flatMap(([content, { owner }]) => (removedComments.has(content) ? [] : [owner])),
      ...[...favouritesHere].map((pair) => pair.slice(0, pair.indexOf(" "))),
      ...[...deletedThere].flatMap(([title, { owner }]) => (keywords.has(title) || rejectedHere.has(title) ? [owner] : [])),
      ...[...articlesDeletedThere].flatMap(([title, { owner }]) => (articleTexts.has(title) ? [owner] : [])),
      ...signatures.keys(),
      ...passwords.keys(),
    ])
    const isGoneThere = (name: string) => usersDeletedThere.has(name) && !names.has(name)
    const staying = stored.filter(({ name }) => isGoneThere(name))
    const wrong: string[] = []
    for (const { name } of stored) {
      if (staying.some((one) => one.name === name)) continue
      const password = await passwordOf(name)
      if (!(await hasPassword(name, password))) wrong.push(`password of ${name} is not “${password}”`)
    }
    return [
      ...difference(
        "user",
        [
          ...inThere.map(({ name, signature, credits }) => [name, signatures.get(name) ?? signature, Number(credits)].join(" | ")),
          ...[...usersHere.keys()].map((name) => [name, signatures.get(name) ?? "", 0].join(" | ")),
        ],
        stored.filter((one) => !staying.includes(one)).map(({ name, signature, credits }) => [name, signature, credits].join(" | ")),
      ),
      ...difference(
        "user who was deleted there and has something here",
        [...usersDeletedThere].filter((name) => isGoneThere(name) && owners.has(name)),
        staying.map(({ name }) => name),
      ),
      ...wrong,
    ]
  }

  const compareCounters = async () => {
    const rows = await here().rows<{ line: string }>(
      `select 'document ' || title || ': comment_count ' || comment_count || ' for ' || n || ', favorite_count ' || favorite_count || ' for ' || f as line from (
         select d.*, (select count(*) from comment c where c.type = 0 and c.document_id = d.id and c.status = 1) as n,
           (select count(*) from favorite f where f.type = 0 and f.document_id = d.id) as f from document d where ${compared("d.title")}) one
       where comment_count <> n or favorite_count <> f
       union all
       select 'user ' || username || ': ' || concat_ws(', ', 'doc_count ' || doc_count || ' for ' || d, 'article_count ' || article_count || ' for ' || a,
         'comment_count ' || comment_count || ' for ' || c, 'favorite_count ' || favorite_count || ' for ' || f) from (
         select u.*, (select count(*) from document d where d.user_id = u.id and d.deleted_at is null) as d,
           (select count(*) from article a where a.user_id = u.id and a.deleted_at is null) as a,
           (select count(*) from comment c where c.user_id = u.id and c.status = 1) as c,
           (select count(*) from favorite f where f.user_id = u.id) as f from "user" u where ${comparedUsers("u.username")}) one
       where doc_count <> d or article_count <> a or comment_count <> c or favorite_count <> f
       union all
       select 'comment ' || content || ': comment_count ' || comment_count || ' for ' || n from (
         select c.*, (select count(*) from comment a where a.parent_id = c.id and a.status = 1) as n from comment c where ${compared("c.content")}) one
       where comment_count <> n`,
    )
    return rows.map(({ line }) => `counter of ${line}`)
  }

  return { compareArticles, compareUsers, compareCounters }
}
