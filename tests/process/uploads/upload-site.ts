import { existsSync, readdirSync } from "node:fs"
import { join } from "node:path"
import { beforeAll } from "vitest"
import { register, until, type ClientAnswer, type ClientUser } from "../support/client"
import { ownServer } from "../support/own-server"

/** Matches a complete sentence, not a code. */
export const chinese = /[\u4e00-\u9fff]{4,}/
export const messageOf = ({ json }: ClientAnswer): string => String(json.message ?? "")
export const text = Buffer.from("第一章\n\n正文。\n")
export const executable = Buffer.concat([Buffer.from("MZ\u0090\u0000\u0003\u0000\u0000\u0000", "latin1"), Buffer.alloc(4096, 7)])

/** The site for tests of uploads, with two users, and access to its files in transit. */
export const uploadSite = () => {
  const site = ownServer({ SAMPLES: "false" })
  let person: ClientUser
  let other: ClientUser
  beforeAll(async () => {
    person = await register(site.server().url, "uploader")
    other = await register(site.server().url, "otheruser")
  })
  const incoming = () => {
    const folder = join(site.data().path, "tmp", "incoming")
    return existsSync(folder) ? readdirSync(folder) : []
  }
  const nothingIncoming = () => until("the folder for files on their way is empty", async () => incoming().length === 0, 5_000)
  return { ...site, person: () => person, other: () => other, incoming, nothingIncoming }
}
export type UploadSite = ReturnType<typeof uploadSite>
