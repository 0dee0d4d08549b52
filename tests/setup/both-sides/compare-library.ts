import { DocumentStatus } from "../../../lib/contract/library/document.enums"
import { hiddenStatuses } from "../../../lib/rules/library/document-status"
import { difference } from "./difference"
import { compared, comparedUsers, sha256Of, contentHere, type SharedState } from "./state"

const isHidden = (status: number) => hiddenStatuses.some((one) => one === Number(status))

/** Returns comparisons of documents, comments and favourites; each lists what is wrong. */
export const libraryComparisons = (state: SharedState) => {
  const {
    here,
    listThere,
    removedComments,
    keywords,
    views,
    rejectedHere,
    deletedThere,
    allHere,
    contentOf,
    docsThere,
    documentsHere,
    commentsHere,
    favouritesHere,
    categoriesHere,
    categoryTitles,
    categoriesRemovedHere,
    categoriesRemovedThere,
    categoriesThere,
  } = state

  const compareDocuments = async () => {
    const inThere = await docsThere()
    /** A document rejected here stays so, whatever is decided there. */
    const verdictOf = (title: string, theirs: number) =>
      rejectedHere.has(title) ? DocumentStatus.rejected : isHidden(theirs) ? theirs : "visible"
    const editsOf = (title: string) => [
      ...(keywords.has(title) ? [keywords.get(title)!] : []),
      ...(rejectedHere.has(title) ? [DocumentStatus.rejected] : []),
    ]
    const titles = new Set(inThere.map(({ title }) => title))
    const expected = [
      ...inThere.map(({ title, owner, hash, keywords: words, views: seen, status, categories }) =>
        [
          title,
          owner,
          sha256Of(contentOf(hash, title)),
          keywords.get(title) ?? words,
          Number(seen) + (views.get(title) ?? 0),
          verdictOf(title, status),
          `in ${categories}`,
        ].join(" | "),
      ),
      ...[...documentsHere].map(([title, { owner }]) =>
        [
          title,
          owner,
          sha256Of(contentHere(title)),
          keywords.get(title) ?? "",
          views.get(title) ?? 0,
          verdictOf(title, DocumentStatus.converted),
          "in ",
        ].join(" | "),
      ),
    ]
    const stored = await here().rows<{
      title: string
      line: string
      owner: string
      sha256: string
      keywords: string
      status: number
      file: boolean
    }>(
      `select d.title, u.username as owner, d.sha256, d.keywords, d.status,
         concat_ws(' | ', d.title, coalesce(u.username, 'nobody'), case when a.sha256 = d.sha256 then d.sha256 else 'file ' || coalesce(a.sha256, 'missing') end,
           d.keywords, d.view_count, case when d.status in (${hiddenStatuses.join(", ")}) then d.status::text else 'visible' end, 'in ' || (select coalesce(string_agg(coalesce(nullif(c.description, ''), c.title), ',' order by c.id), '') from document_category l
             join category c on c.id = l.category_id where l.document_id = d.id)) as line,
         a.id is not null and a.deleted_at is null and a.sha256 = d.sha256 and a.type_id = d.id as file
       from document d left join "user" u on u.id = d.user_id left join attachment a on a.id = d.attachment_id where ${compared("d.title")}`,
    )
    // documents that were deleted there stay if they have been edited here
    const surplus = stored.filter(({ title }) => deletedThere.has(title) && !titles.has(title))
    const staying = [...deletedThere].filter(([title]) => !titles.has(title) && editsOf(title).length > 0)
    return [
      ...difference(
        "document",
        expected,
        stored.filter((one) => !surplus.includes(one)).map(({ line }) => line),
      ),
      ...difference(
        "document that was deleted there and edited here",
        staying.map(([title, { owner }]) => [title, owner, "own file", ...editsOf(title)].join(" | ")),
        surplus.map(({ title, owner, sha256, keywords: words, status }) => {
          const isOwn = deletedThere.get(title)!.contents.some((content) => sha256Of(content) === sha256)
          const edits = [...(keywords.has(title) ? [words] : []), ...(rejectedHere.has(title) ? [status] : [])]
          return [title, owner, isOwn ? "own file" : sha256, ...edits].join(" | ")
        }),
      ),
      ...stored.filter(({ file }) => !file).map(({ line }) => `document without its file: ${line}`),
    ]
  }

  const compareComments = async () => {
    const inThere = await listThere<{ content: string; owner: string; title: string; parent: string }>(
      `select c.content, u.username as owner, d.title, coalesce(p.content, '') as parent from mnt_comment c join mnt_user u on u.id = c.user_id
       join mnt_document d on d.id = c.document_id left join mnt_comment p on p.id = c.parent_id where c.type = 0 and ${compared("c.content")}`,
    )
    const present = new Set((await allHere("document")).map(({ name }) => name))
    const expected = [
      ...inThere.map(({ content, owner, title, parent }) => ({ content, owner, title, parent })),
      ...[...commentsHere].map(([content, one]) => ({ content, ...one })),
    ].filter(({ content }) => !removedComments.has(content))
    const contents = new Set(expected.map(({ content }) => content))
    const stored = await here().rows<{ line: string }>(
      `select concat_ws(' | ', c.content, coalesce(u.username, 'nobody'), coalesce(d.title, 'gone'), coalesce(p.content, '')) as line from comment c
       left join "user" u on u.id = c.user_id left join document d on d.id = c.document_id left join comment p on p.id = c.parent_id where ${compared("c.content")}`,
    )
    return difference(
      "comment",
      expected.map(({ content, owner, title, parent }) =>
        [content, owner, present.has(title) ? title : "gone", contents.has(parent) ? parent : ""].join(" | "),
      ),
      stored.map(({ line }) => line),
    )
  }

  const compareFavourites = async () => {
    const inThere = await listThere<{ pair: string }>(
      `select concat(u.username, ' ', d.title) as pair from mnt_favorite f join mnt_user u on u.id = f.user_id join mnt_document d on d.id = f.document_id
       where f.type = 0 and ${comparedUsers("u.username")} and ${compared("d.title")}`,
    )
    const present = new Set((await allHere("document")).map(({ name }) => name))
    const ours = [...favouritesHere].filter((pair) => present.has(pair.slice(pair.indexOf(" ") + 1)))
    const stored = await here().rows<{ pair: string }>(
      `select u.username || ' ' || d.title as pair from favorite f join "user" u on u.id = f.user_id join document d on d.id = f.document_id
       where f.type = 0 and ${comparedUsers("u.username")} and ${compared("d.title")}`,
    )
    return difference(
      "favourite",
      [...inThere.map(({ pair }) => pair), ...ours],
      stored.map(({ pair }) => pair),
    )
  }

  const compareCategories = async () => {
    const titleOf = (name: string, title: string) => [name, categoryTitles.get(name) ?? title].join(" | ")
    const inThere = await categoriesThere()
    const expected = [
      ...inThere.map(({ name, title }) => ({ name, line: titleOf(name, title) })),
      ...[...categoriesHere].map((name) => ({ name, line: titleOf(name, name) })),
      // what was renamed here stays
      ...[...categoriesRemovedThere].filter((name) => categoryTitles.has(name)).map((name) => ({ name, line: titleOf(name, name) })),
    ]
    const stored = await here().rows<{ line: string }>(
      "select concat_ws(' | ', description, title) as line from category where description like '%边分类%'",
    )
    return difference(
      "category",
      expected.filter(({ name }) => !categoriesRemovedHere.has(name)).map(({ line }) => line),
      stored.map(({ line }) => line),
    )
  }

  return { compareDocuments, compareComments, compareFavourites, compareCategories }
}
