import { expect } from "vitest"
import type { SettingGroup, SettingValues } from "../../lib/contract/site/settings.groups"
import { createCtx } from "../../server/context"
import { saveSettings } from "../../server/modules/site/settings/settings.usecases"
import type { TestUser, TestApp } from "./test-app"

/* Shared by the tests of users, documents and credits. */

export const libraryOf = (app: TestApp) => {
  const rows = async <T extends object>(text: string, values: unknown[] = []): Promise<T[]> =>
    (await app.database.pool.query<T>(text, values)).rows
  const set = <G extends SettingGroup>(group: G, values: Partial<SettingValues<G>>) => saveSettings(createCtx(app), group, values)
  /** Creates a document of this user that everyone can read. */
  const document = async (as: TestUser, title: string, more: object = {}) => {
    const { category_id, ...item } = more as { category_id?: number[] }
    const reply = await app.call(
      "POST /document",
      { category_id, document: [{ attachment_id: await app.file(as, `${title}.txt`), title, ...item }] },
      as,
    )
    if (!reply.ok) throw new Error(reply.message)
    return reply.data.document[0]!
  }
  const article = async (as: TestUser, title: string, more: object = {}) => {
    const reply = await app.call("POST /article", { title, content: `<p>${title}的正文</p>`, ...more }, as)
    if (!reply.ok) throw new Error(reply.message)
    return reply.data
  }
  const userOf = async (person: TestUser) => {
    const [row] = await rows<{
      credit_count: number
      doc_count: number
      article_count: number
      favorite_count: number
      comment_count: number
    }>(`select * from "user" where id = $1`, [person.id])
    return row!
  }
  const credits = async (person: TestUser) => (await userOf(person)).credit_count
  /** Returns the user's activities, newest first, as [type, sentence, credit]. */
  const dynamics = async (person: TestUser) =>
    (
      await rows<{ type: number; words: string; title: string; credit: number }>(
        "select type, words, title, credit from dynamic where user_id = $1 order by id desc",
        [person.id],
      )
    ).map((row) => [row.type, row.words.replace("{title}", row.title), row.credit])
  const punish = (person: TestUser, type: number, more: { enable?: boolean; reason?: string; end_time?: Date | null } = {}) =>
    app.database.pool.query("insert into punishment (user_id, type, enable, reason, end_time) values ($1, $2, $3, $4, $5)", [
      person.id,
      type,
      more.enable ?? true,
      more.reason ?? "",
      more.end_time ?? null,
    ])
  const pardon = (person: TestUser) => app.database.pool.query("delete from punishment where user_id = $1", [person.id])
  const category = async (title: string, type = 0, parent_id = 0) =>
    (
      await rows<{ id: string }>("insert into category (title, type, parent_id) values ($1, $2, $3) returning id", [title, type, parent_id])
    ).map((row) => Number(row.id))[0]!
  const categoryCounts = async (...ids: number[]) =>
    (await rows<{ doc_count: number }>("select doc_count from category where id = any($1::bigint[]) order by id", [ids])).map(
      (row) => row.doc_count,
    )
  /** Moves the user from all other groups to a new one with these rights. */
  const onlyGroup = async (person: TestUser, rights: Record<string, boolean>) => {
    const names = Object.keys(rights)
    const [group] = await rows<{ id: string }>(
      `insert into "group" (title, ${names.join(", ")}) values ($1, ${names.map((_, n) => `$${n + 2}`).join(", ")}) returning id`,
      [`群组 ${person.username} ${Math.random()}`, ...Object.values(rights)],
    )
    await app.database.pool.query("delete from user_group where user_id = $1", [person.id])
    await join(person, Number(group!.id))
    return Number(group!.id)
  }
  const join = (person: TestUser, group: number) =>
    app.database.pool.query("insert into user_group (user_id, group_id) values ($1, $2)", [person.id, group])
  /** Expects that every balance is the sum of its entries and equals the user's row, and that every transaction adds up to zero. */
  const expectLedgerHolds = async () => {
    expect(
      await rows(
        `select u.id, u.credit_count, a.balance from "user" u left join ledger_account a on a.user_id = u.id where u.credit_count <> coalesce(a.balance, 0)`,
      ),
    ).toEqual([])
    expect(
      await rows(
        "select a.id from ledger_account a left join ledger_entry e on e.account_id = a.id where a.user_id is not null group by a.id having a.balance <> coalesce(sum(e.amount), 0)",
      ),
    ).toEqual([])
    expect(await rows("select transaction_id from ledger_entry group by transaction_id having sum(amount) <> 0")).toEqual([])
    expect(await rows("select id from ledger_account where user_id is not null and balance < 0")).toEqual([])
  }
  return {
    rows,
    set,
    document,
    article,
    userOf,
    credits,
    dynamics,
    punish,
    pardon,
    category,
    categoryCounts,
    onlyGroup,
    join,
    expectLedgerHolds,
  }
}
export type Library = ReturnType<typeof libraryOf>
