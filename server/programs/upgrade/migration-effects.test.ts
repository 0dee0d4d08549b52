import { expect, test } from "vitest"
import { effectOf } from "./migration-effects"

test.each([
  [`CREATE INDEX "a_b" ON "document" USING btree ("b")`, { table: "document", work: "建索引", blocks: "不能写" }],
  [`create unique index concurrently a_b on public.document (b)`, { table: "document", work: "建索引", blocks: "" }],
  [`-- a remark\nALTER TABLE "order" ADD COLUMN "x" integer`, { table: "order", work: "改表的定义，很快", blocks: "不能读写" }],
  [`ALTER TABLE ONLY "user" ALTER COLUMN "id" SET DATA TYPE bigint`, { table: "user", work: "重写整张表", blocks: "不能读写" }],
  [`ALTER TABLE "page" ADD CONSTRAINT "c" CHECK (x > 0)`, { table: "page", work: "检查每一行", blocks: "不能读写" }],
  [`DROP TABLE IF EXISTS "old"`, { table: "old", work: "删除表", blocks: "不能读写" }],
  [`UPDATE "document" SET title = ''`, { table: "document", work: "改已有的行", blocks: "" }],
  [`DELETE FROM "config" WHERE category = 'x'`, { table: "config", work: "删除行", blocks: "" }],
  [`CREATE TABLE "banner" ("id" bigint)`, null],
])("%s", (statement, effect) => {
  expect(effectOf(statement)).toEqual(effect)
})
