import { describe, expect, test } from "vitest"
import { makeDocx, makeZip } from "@/server/ports/converter/testing/office.fixture"
import { makePdf, textPage } from "@/server/ports/converter/testing/pdf.fixture"
import { attachmentOf, bearer, call, multipart, multipartType, send, sha256, submit, until, upload } from "../support/client"
import { query } from "../support/database"
import { tusCreate } from "../support/tus"
import { chinese, executable, messageOf, text, type UploadSite } from "./upload-site"

const bomb = makeZip({ "[Content_Types].xml": "<Types/>", "word/document.xml": Buffer.alloc(40_000_000, 0x20) })

/** The content and the name of a file decide whether it is accepted. */
export const contentsAndNames = ({ server, data, person, nothingIncoming }: UploadSite) => {
  describe("contents that do not match their type", () => {
    test.each<[string, string, Buffer, RegExp]>([
      ["a program named .pdf", "年度总结.pdf", executable, /损坏|不符/],
      ["an empty file", "空.pdf", Buffer.alloc(0), /空/],
      ["an empty text", "空.txt", Buffer.alloc(0), /空/],
      ["a broken docx", "坏.docx", makeDocx(["正文"]).subarray(0, 200), /损坏|不符/],
      ["a docx that unpacks to more than 200 times its size", "炸弹.docx", bomb, /复杂|过大|太大/],
      ["a zip named .docx", "压缩.docx", makeZip({ "a.txt": "a" }), /压缩包/],
      ["a type that is not supported", "程序.exe", executable, /不支持/],
      ["a name without extension", "没有扩展名", text, /不支持/],
    ])(
      "%s is rejected with an error message, and nothing of it is stored [security: 5.2.2, upload-polyglot, unrestricted-upload]",
      async (_, name, content, words) => {
        const reply = await upload(server().url, person(), name, content)
        expect({ status: reply.status, message: messageOf(reply) }).toEqual({ status: 400, message: expect.stringMatching(words) })
        expect(messageOf(reply)).toMatch(chinese)
        await nothingIncoming()
        expect(await query(data().path, "select id from attachment where sha256 = $1", [sha256(content)])).toEqual([])
      },
    )

    test("an encrypted PDF is accepted and its conversion fails with the reason", async () => {
      const locked = makePdf([textPage("secret")], { encrypt: "user" })
      const { uuid } = await submit(server().url, person(), attachmentOf(await upload(server().url, person(), "加密.pdf", locked)), "加密")
      const [row] = await until("settled", async () => {
        const rows = await query<{ status: number; convert_error: string }>(
          data().path,
          "select status, convert_error from document where uuid = $1",
          [uuid],
        )
        return rows[0] && rows[0].status > 1 && rows
      })
      expect(row).toEqual({ status: 3, convert_error: expect.stringContaining("加密") })
    })
  })

  describe("names", () => {
    test.each([
      ["a path", "../../etc/passwd.txt"],
      ["a Windows path", "..\\..\\boot.txt"],
      ["a newline", "第一行\n第二行.txt"],
      ["NUL", "名字\u0000.txt"],
      ["a right-to-left override", "报告\u202etxt.exe.pdf"],
      ["300 Chinese characters", `${"长".repeat(300)}.txt`],
      ["only an extension's dot", "..."],
      ["nothing", "  "],
    ])("%s is rejected with an error message, by both ways of uploading [security: hostile-names, 5.3.2]", async (_, name) => {
      const disposition = `form-data; name="file"; filename="${name.replaceAll("\n", "%0A").replaceAll("\u0000", "%00")}"`
      const raw = await send(`${server().url}/api/v1/upload/document`, {
        method: "POST",
        headers: { ...bearer(person()), "content-type": multipartType },
        body: multipart([{ content: text, disposition }]),
      })
      const resumable = await tusCreate(server().url, person(), text.length, { filename: name })
      expect(resumable.status).toBe(400)
      expect(messageOf(resumable)).toMatch(chinese)
      // a browser writes %0A for a newline, which is then an ordinary name; every accepted name must be harmless
      if (raw.status === 200) expect(String((raw.json.data as { name: string }).name)).not.toMatch(/[\u0000-\u001f/\\\u202a-\u202e]/)
      else expect({ status: raw.status, message: messageOf(raw) }).toEqual({ status: 400, message: expect.stringMatching(chinese) })
      await nothingIncoming()
    })

    test("quotes, apostrophes, percent signs and spaces are preserved in the download header (RFC 6266) [security: 5.4.1, 5.4.2, disposition-corpus]", async () => {
      const title = `他说“好” "quoted" it's 100% (试卷) ok`
      const id = attachmentOf(
        await upload(server().url, person(), `${title}.txt`, text, {
          disposition: `form-data; name="file"; filename="${`${title}.txt`.replaceAll('"', '\\"')}"`,
        }),
      )
      const document = await submit(server().url, person(), id, title)
      const link = await call(server().url, `GET /document/download?id=${document.id}`, {}, person())
      const reply = await send(`${server().url}${String(link.json.url)}`)
      const header = String(reply.headers["content-disposition"])
      expect(header).toMatch(/^attachment; filename="[\x20-\x21\x23-\x5b\x5d-\x7e]*"; filename\*=UTF-8''[A-Za-z0-9!#$&+.^_`|~%-]+$/)
      expect(decodeURIComponent(/filename\*=UTF-8''(.+)$/.exec(header)![1]!)).toBe(`${title}.txt`)
      expect(reply.headers).toMatchObject({ "content-type": "application/octet-stream", "x-content-type-options": "nosniff" })
      expect(reply.body.equals(text)).toBe(true)
    })
  })
}
