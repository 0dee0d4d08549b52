import { createHash } from "node:crypto"
import { mkdir, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"

export type QueryThere = (statement: string, values?: unknown[]) => Promise<unknown>

const md5Of = (text: string) => createHash("md5").update(text).digest("hex")
export const hashOf = (password: string) => `md5$salt$${md5Of(`salt${password}`)}`
/** The content of the file of a document that was added to the source; `time`: the how manieth file of the document. */
export const contentThere = (title: string, time = 1) => `文件 ${title}${time > 1 ? ` 第 ${time} 份` : ""}`

/** Adds rows to the source as its own program would, with the next number of each table. `folder`: where its files are. */
export const sourceRows = (query: QueryThere, folder: string) => {
  const lastIdThere = async (table: string): Promise<number> => {
    const [rows] = (await query(`select coalesce(max(id), 0) as id from mnt_${table}`)) as [{ id: number }[]]
    return Number(rows[0]!.id)
  }
  /** Stores a file of a document and its row, as the newest. */
  const addFile = async (document: number, user: number, name: string, content: string) => {
    const hash = md5Of(content)
    const path = `/documents/${hash.slice(0, 5).split("").join("/")}/${hash}.txt`
    await mkdir(join(folder, dirname(path)), { recursive: true })
    await writeFile(join(folder, path), content)
    await query(
      "insert into mnt_attachment (id, hash, user_id, type_id, type, path, name, size, ext, created_at) values (?, ?, ?, ?, 2, ?, ?, ?, '.txt', '2026-11-23')",
      [(await lastIdThere("attachment")) + 1, hash, user, document, path, name, Buffer.byteLength(content)],
    )
    return { hash, size: Buffer.byteLength(content) }
  }
  return {
    user: async (name: string, signature = "") => {
      const id = (await lastIdThere("user")) + 1
      await query("insert into mnt_user (id, username, password, email, signature, created_at) values (?, ?, ?, '', ?, '2026-11-23')", [
        id,
        name,
        hashOf(name),
        signature,
      ])
      return id
    },
    category: async (title: string, description = "") => {
      const id = (await lastIdThere("category")) + 1
      await query(
        "insert into mnt_category (id, title, description, parent_id, type, enable, created_at) values (?, ?, ?, 0, 0, 1, '2026-11-23')",
        [id, title, description],
      )
      return id
    },
    document: async (title: string, user: number, category = 1) => {
      const id = (await lastIdThere("document")) + 1
      const { hash, size } = await addFile(id, user, `${title}.txt`, contentThere(title))
      await query(
        "insert into mnt_document (id, title, user_id, uuid, ext, status, size, created_at) values (?, ?, ?, ?, '.txt', 2, ?, '2026-11-23')",
        [id, title, user, hash.slice(0, 16), size],
      )
      await query("insert into mnt_document_category (document_id, category_id, created_at) values (?, ?, '2026-11-23')", [id, category])
      return id
    },
    /** Replaces a document's file as the source's program does: by another row of the same document. */
    replaceFile: async (id: number, content: string) => {
      const { size } = await addFile(id, 1, "换过的.txt", content)
      await query("update mnt_document set size = ? where id = ?", [size, id])
    },
    article: async (title: string, user: number, content = "<p>正文</p>") => {
      const id = (await lastIdThere("article")) + 1
      await query(
        "insert into mnt_article (id, identifier, title, content, user_id, status, created_at) values (?, ?, ?, ?, ?, 1, '2026-11-23')",
        [id, `there-${id}-${title}`.slice(0, 60), title, content, user],
      )
      return id
    },
    comment: async (content: string, user: number, document: number, parent = 0) => {
      const id = (await lastIdThere("comment")) + 1
      await query(
        "insert into mnt_comment (id, content, user_id, document_id, parent_id, status, created_at) values (?, ?, ?, ?, ?, 1, '2026-11-23')",
        [id, content, user, document, parent],
      )
      return id
    },
    favourite: async (user: number, document: number) => {
      const id = (await lastIdThere("favorite")) + 1
      await query("insert into mnt_favorite (id, user_id, document_id, type, created_at) values (?, ?, ?, 0, '2026-11-23')", [
        id,
        user,
        document,
      ])
      return id
    },
  }
}
export type SourceRows = ReturnType<typeof sourceRows>
