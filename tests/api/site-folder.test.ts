import { mkdtemp } from "node:fs/promises"
import { join } from "node:path"
import { expect, inject, test } from "vitest"
import { Client } from "pg"
import { isSiteFolder, sharesFolder } from "@/server/modules/operations/maintenance/site-folder.usecases"
import { sharedFolder } from "@/server/modules/operations/doctor/machine.usecases"
import { ownDatabase } from "../setup/own-database"
import { openDatabase } from "@/server/db/client"
import { closeAtTheEnd } from "../setup/opened"

/* Without a bucket, all processes of a site need the same data folder. */

const self = "doujia all 1/1 @ here"
const connection = await ownDatabase()
const { db, close } = openDatabase({ ...connection, application_name: self }, () => undefined)
closeAtTheEnd(close)
const folder = () => mkdtemp(join(inject("folders"), "site-"))

test("another folder is noticed while a process with the first one runs, and taken over when the site has moved", async () => {
  const [first, second] = [await folder(), await folder()]
  expect([await sharesFolder(db, first, self), await sharesFolder(db, first, self)]).toEqual([true, true])
  const other = new Client({ ...connection, application_name: "doujia worker 2/2 @ there" })
  await other.connect()
  expect(await sharesFolder(db, second, self)).toBe(false)
  expect([await isSiteFolder(db, first), await isSiteFolder(db, second)]).toEqual([true, false])
  expect(sharedFolder(second, false)).toMatchObject({ works: false, text: expect.stringContaining(second) })
  expect(sharedFolder(first, true)).toMatchObject({ works: true })
  await other.end()
  await expect.poll(() => sharesFolder(db, second, self)).toBe(true)
  expect([await isSiteFolder(db, first), await isSiteFolder(db, second)]).toEqual([false, true])
})
