import { contentThere, hashOf } from "../source-rows"
import { compared, comparedUsers, md5Of, type SharedState, type RandomWork } from "./state"

/** Returns what can happen on the source site, each of which does one random thing. */
export const workThere = (state: SharedState): RandomWork[] => {
  const {
    below,
    pick,
    there,
    query,
    listThere,
    oneOf,
    number,
    favouritesHere,
    usersDeletedThere,
    deletedThere,
    plainTexts,
    usersThere,
    documentsThere,
    deletable,
    contentOf,
    docsThere,
    categoriesThere,
    closedCategories,
    categoriesRemovedThere,
    replacedFiles,
    articlesDeletedThere,
  } = state
  return [
    [
      "user",
      async () => {
        const name = `那边${number()}`
        plainTexts.set(hashOf(name), name)
        const id = await there.user(name)
        await query("insert into mnt_user_group (user_id, group_id, created_at) values (?, 2, '2026-11-23')", [id])
      },
    ],
    [
      "document",
      async () => {
        const owner = await oneOf(usersThere())
        const category = await oneOf(categoriesThere().then((rows) => rows.filter(({ name }) => !closedCategories.has(name))))
        if (owner) await there.document(`那边文档${number()}`, owner.id, category?.id)
      },
    ],
    [
      "article",
      async () => {
        const owner = await oneOf(usersThere())
        if (owner) await there.article(`那边文章${number()}`, owner.id)
      },
    ],
    [
      "category",
      async () => {
        const name = `那边分类${number()}`
        await there.category(name, name)
      },
    ],
    [
      "change of a category",
      async () => {
        const one = await oneOf(categoriesThere())
        if (one) await query("update mnt_category set title = ? where id = ?", [`${one.name}改${number()}`, one.id])
      },
    ],
    [
      "deletion of a category",
      async () => {
        const one = await deletable("category", "description like '那边分类%'")
        if (!one) return
        const [row] = await listThere<{ name: string }>("select description as name from mnt_category where id = ?", [one.id])
        await query("delete from mnt_document_category where category_id = ?", [one.id])
        await query("delete from mnt_category where id = ?", [one.id])
        categoriesRemovedThere.add(row!.name)
      },
    ],
    [
      "comment",
      async () => {
        const [owner, subject] = [await oneOf(usersThere()), await oneOf(documentsThere())]
        if (!owner || !subject) return
        const parents = await listThere<{ id: number }>(
          "select id from mnt_comment where document_id = ? and type = 0 and status = 1 order by id",
          [subject.id],
        )
        await there.comment(`那边评论${number()}`, owner.id, subject.id, parents.length && below(2) ? pick(parents).id : 0)
      },
    ],
    [
      "favourite",
      async () => {
        const [owner, subject] = [await oneOf(usersThere()), await oneOf(documentsThere())]
        if (!owner || !subject || favouritesHere.has(`${owner.name} ${subject.name}`)) return
        const same = await listThere("select id from mnt_favorite where user_id = ? and document_id = ? and type = 0", [
          owner.id,
          subject.id,
        ])
        if (!same.length) await there.favourite(owner.id, subject.id)
      },
    ],
    [
      "change of a user",
      async () => {
        const user = await oneOf(usersThere())
        if (!user) return
        const mark = number()
        plainTexts.set(hashOf(`那边口令${mark}`), `那边口令${mark}`)
        await query("update mnt_user set signature = ?, credit_count = credit_count + ?, password = ? where id = ?", [
          `那边签名${mark}`,
          below(9),
          hashOf(`那边口令${mark}`),
          user.id,
        ])
      },
    ],
    [
      "change of a document",
      async () => {
        const document = await oneOf(documentsThere())
        if (document)
          await query("update mnt_document set keywords = ?, view_count = view_count + ? where id = ?", [
            `那边关键词${number()}`,
            below(9),
            document.id,
          ])
      },
    ],
    [
      "verdict on a document",
      async () => {
        const document = await oneOf(documentsThere())
        if (document) await query("update mnt_document set status = if(status = 4, 2, 4) where id = ?", [document.id])
      },
    ],
    [
      "replacement of a file",
      async () => {
        const document = await oneOf(documentsThere())
        if (!document) return
        const content = contentThere(document.name, number() + 1)
        replacedFiles.set(md5Of(content), content)
        await there.replaceFile(document.id, content)
      },
    ],
    [
      "change of an article",
      async () => {
        const one = await oneOf(listThere<{ id: number }>("select id from mnt_article where title like '那边文章%' order by id"))
        if (one) await query("update mnt_article set content = ? where id = ?", [`<p>那边正文${number()}</p>`, one.id])
      },
    ],
    [
      "deletion of a comment",
      async () => {
        const one = await deletable(
          "comment",
          `${compared("content")} and not exists (select 1 from mnt_comment c where c.parent_id = t.id)`,
        )
        if (one) await query("delete from mnt_comment where id = ?", [one.id])
      },
    ],
    [
      "deletion of a favourite",
      async () => {
        const one = await deletable("favorite")
        if (one) await query("delete from mnt_favorite where id = ?", [one.id])
      },
    ],
    [
      "deletion of an article",
      async () => {
        const one = await deletable("article", "title like '那边文章%'")
        if (!one) return
        const [article] = await listThere<{ title: string; owner: string }>(
          "select a.title, u.username as owner from mnt_article a join mnt_user u on u.id = a.user_id where a.id = ?",
          [one.id],
        )
        await query("delete from mnt_article where id = ?", [one.id])
        if (article) articlesDeletedThere.set(article.title, { owner: article.owner })
      },
    ],
    [
      "deletion of a document",
      async () => {
        const one = await deletable(
          "document",
          `${compared("title")} and not exists (select 1 from mnt_attachment a where a.type_id = t.id and a.type = 2 and a.id = (select max(id) from mnt_attachment))`,
        )
        if (!one) return
        const [document] = (await docsThere()).filter(({ id }) => id === one.id)
        const files = await listThere<{ hash: string }>("select hash from mnt_attachment where type_id = ? and type = 2", [one.id])
        for (const statement of [
          "delete from mnt_document where id = ?",
          "delete from mnt_attachment where type_id = ? and type = 2",
          "delete from mnt_document_category where document_id = ?",
          "delete from mnt_comment where document_id = ? and type = 0",
          "delete from mnt_favorite where document_id = ? and type = 0",
          "delete from mnt_download where document_id = ?",
        ])
          await query(statement, [one.id])
        // whether it was committed shows later
        if (!document) return
        const { title, owner } = document
        deletedThere.set(title, { owner, contents: files.map(({ hash }) => contentOf(hash, title)) })
      },
    ],
    [
      "deletion of a user",
      async () => {
        const rowsOf = ["document", "article", "comment", "favorite"].map(
          (table) => `not exists (select 1 from mnt_${table} r where r.user_id = t.id)`,
        )
        const one = await deletable("user", [comparedUsers("username"), ...rowsOf].join(" and "))
        if (!one) return
        const [row] = await listThere<{ username: string }>("select username from mnt_user where id = ?", [one.id])
        await query("delete from mnt_user_group where user_id = ?", [one.id])
        await query("delete from mnt_user where id = ?", [one.id])
        usersDeletedThere.add(row!.username)
      },
    ],
  ]
}
