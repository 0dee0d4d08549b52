import { DocumentStatus } from "../../../lib/contract/library/document.enums"
import { compared, contentHere, passwordHere, type NamedRow, type SharedState, type RandomWork } from "./state"

/** Returns what can happen on the site that was imported into, each of which does one random thing. */
export const workHere = (state: SharedState): RandomWork[] => {
  const {
    below,
    pick,
    here,
    listThere,
    oneOf,
    number,
    usersHere,
    documentsHere,
    articlesHere,
    commentsHere,
    favouritesHere,
    categoriesHere,
    categoryTitles,
    categoriesRemovedHere,
    closedCategories,
    removedComments,
    signatures,
    passwords,
    keywords,
    views,
    rejectedHere,
    articleTexts,
    sessions,
    allHere,
    hasHere,
    doHere,
    answered,
    passwordOf,
    hasPassword,
    sessionOf,
    anybodyHere,
  } = state
  return [
    [
      "user",
      async () => {
        const name = `here${number()}`
        await doHere(
          async () => {
            sessions.set(name, await here().person(name))
            return true
          },
          () => usersHere.set(name, passwordHere),
          () => hasHere("user", "username = $1", [name]),
        )
      },
    ],
    [
      "document",
      async () => {
        const as = await anybodyHere()
        if (!as) return
        const title = `这边文档${number()}`
        await doHere(
          async () => {
            const attachment_id = await here().file(as, `${title}.txt`, contentHere(title))
            return answered(await here().call("POST /document", { document: [{ attachment_id, title }] }, as))
          },
          () => documentsHere.set(title, { owner: as.username }),
          () => hasHere("document", "title = $1", [title]),
        )
      },
    ],
    [
      "article",
      async () => {
        const as = await anybodyHere()
        if (!as) return
        const title = `这边文章${number()}`
        await doHere(
          async () => answered(await here().call("POST /article", { title, content: `<p>${title}</p>` }, as)),
          () => articlesHere.set(title, { owner: as.username }),
          () => hasHere("article", "title = $1", [title]),
        )
      },
    ],
    [
      "category",
      async () => {
        const name = `这边分类${number()}`
        await doHere(
          async () =>
            (await here().rows("insert into category (title, description) values ($1, $2) returning id", [name, name])).length > 0,
          () => categoriesHere.add(name),
          () => hasHere("category", "description = $1", [name]),
        )
      },
    ],
    [
      "change of a category",
      async () => {
        const category = await oneOf(allHere("category"))
        if (!category) return
        const title = `${category.name}这边改${number()}`
        await doHere(
          async () => (await here().rows("update category set title = $1 where id = $2 returning id", [title, category.id])).length > 0,
          () => categoryTitles.set(category.name, title),
          () => hasHere("category", "title = $1", [title]),
        )
      },
    ],
    [
      "deletion of a category",
      async () => {
        const category = await oneOf(allHere("category"))
        if (!category) return
        const used = await listThere(
          "select 1 from mnt_category c join mnt_document_category l on l.category_id = c.id where c.description = ? limit 1",
          [category.name],
        )
        if (used.length) return
        closedCategories.add(category.name)
        await doHere(
          async () => (await here().rows("delete from category where id = $1 returning id", [category.id])).length > 0,
          () => categoriesRemovedHere.add(category.name),
          async () => !(await hasHere("category", "description = $1", [category.name])),
        )
      },
    ],
    [
      "comment",
      async () => {
        const [as, subject] = [await anybodyHere(), await oneOf(allHere("document"))]
        if (!as || !subject) return
        const content = `这边评论${number()}`
        const parents = await here().rows<NamedRow>(
          "select id::int, content as name from comment where document_id = $1 and type = 0 and status = 1 order by id",
          [subject.id],
        )
        const parent = parents.length && below(2) ? pick(parents) : null
        await doHere(
          async () =>
            answered(await here().call("POST /comment", { document_id: subject.id, type: 0, content, parent_id: parent?.id ?? 0 }, as)),
          () => commentsHere.set(content, { owner: as.username, title: subject.name, parent: parent?.name ?? "" }),
          () => hasHere("comment", "content = $1", [content]),
        )
      },
    ],
    [
      "favourite",
      async () => {
        const [as, subject] = [await anybodyHere(), await oneOf(allHere("document"))]
        if (!as || !subject) return
        const pair = `${as.username} ${subject.name}`
        const values = [as.username, subject.name]
        const same = await listThere(
          "select f.id from mnt_favorite f join mnt_user u on u.id = f.user_id join mnt_document d on d.id = f.document_id where u.username = ? and d.title = ?",
          values,
        )
        if (
          same.length ||
          favouritesHere.has(pair) ||
          (await hasHere("favorite", "user_id = $1 and document_id = $2", [as.id, subject.id]))
        )
          return
        await doHere(
          async () => answered(await here().call("POST /favorite", { document_id: subject.id, type: 0 }, as)),
          () => favouritesHere.add(pair),
          () => hasHere("favorite", "user_id = $1 and document_id = $2 and type = 0", [as.id, subject.id]),
        )
      },
    ],
    [
      "change of a user",
      async () => {
        const user = await oneOf(allHere("user"))
        if (!user) return
        const signature = `这边签名${number()}`
        await doHere(
          async () => (await here().rows('update "user" set signature = $1 where id = $2 returning id', [signature, user.id])).length > 0,
          () => signatures.set(user.name, signature),
          () => hasHere("user", "signature = $1", [signature]),
        )
      },
    ],
    [
      "change of a password",
      async () => {
        const as = await anybodyHere()
        if (!as) return
        const name = as.username
        const old_password = await passwordOf(name)
        const new_password = `battery staple ${number()}`
        await doHere(
          async () => answered(await here().call("PUT /user/password", { old_password, new_password }, as)),
          () => passwords.set(name, new_password),
          () => hasPassword(name, new_password),
        )
        sessions.delete(name)
      },
    ],
    [
      "change of a document",
      async () => {
        const document = await oneOf(allHere("document"))
        if (!document) return
        const [word, more] = [`这边关键词${number()}`, below(9)]
        await doHere(
          async () =>
            (
              await here().rows("update document set keywords = $1, view_count = view_count + $2 where id = $3 returning id", [
                word,
                more,
                document.id,
              ])
            ).length > 0,
          () => {
            keywords.set(document.name, word)
            views.set(document.name, (views.get(document.name) ?? 0) + more)
          },
          () => hasHere("document", "keywords = $1", [word]),
        )
      },
    ],
    [
      "verdict on a document",
      async () => {
        const document = await oneOf(allHere("document"))
        if (!document) return
        const values = [DocumentStatus.rejected, document.id]
        await doHere(
          async () => (await here().rows("update document set status = $1 where id = $2 returning id", values)).length > 0,
          () => rejectedHere.add(document.name),
          () => hasHere("document", "status = $1 and id = $2", values),
        )
      },
    ],
    [
      "change of an article",
      async () => {
        const article = await oneOf(
          here().rows<NamedRow>("select id::int, title as name from article where title like '%边文章%' order by id"),
        )
        if (!article) return
        const text = `<p>这边正文${number()}</p>`
        await doHere(
          async () => (await here().rows("update article set content = $1 where id = $2 returning id", [text, article.id])).length > 0,
          () => articleTexts.set(article.name, text),
          () => hasHere("article", "content = $1", [text]),
        )
      },
    ],
    [
      "deletion of a comment",
      async () => {
        const comment = await oneOf(
          here().rows<NamedRow & { owner: string }>(
            `select c.id::int, c.content as name, u.username as owner from comment c join "user" u on u.id = c.user_id
             where ${compared("c.content")} and not exists (select 1 from comment a where a.parent_id = c.id) order by c.id`,
          ),
        )
        const as = comment && (await sessionOf(comment.owner))
        if (!as) return
        await doHere(
          async () => answered(await here().call("DELETE /comment", { id: [comment.id] }, as)),
          () => removedComments.add(comment.name),
          async () => !(await hasHere("comment", "id = $1 and content = $2", [comment.id, comment.name])),
        )
      },
    ],
  ]
}
