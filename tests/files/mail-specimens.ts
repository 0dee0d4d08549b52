import { encode } from "iconv-lite"
import sharp from "sharp"
import { expect } from "vitest"
import type { ConversionRun } from "@/server/ports/converter/testing/conversion.fixture"
import { makeOle } from "@/server/ports/converter/testing/office.fixture"
import { makeMsg } from "./mail/outlook-files"
import type { Specimen } from "./specimen"

const gbk = (text: string): Buffer => encode(text, "gbk")
/** Joins lines of headers and bodies; bytes stay as they are. */
const mail = (...parts: (string | Buffer)[]): Buffer =>
  Buffer.concat(parts.flatMap((part) => [typeof part === "string" ? Buffer.from(part.replaceAll("\n", "\r\n")) : part]))
const escaped = (bytes: Buffer, sign: string): string => [...bytes].map((byte) => sign + byte.toString(16).toUpperCase()).join("")

const HEAD = "From: =?utf-8?B?5byg5LiJ?= <zhang@example.cn>\nTo: li@example.cn\nDate: Mon, 5 Jan 2026 14:30:00 +0800\nMIME-Version: 1.0\n"
const REMOTE = "邮件引用了网络上的图片，预览中不加载"

const redPicture = (): Promise<Buffer> =>
  sharp({ create: { width: 40, height: 40, channels: 3, background: "red" } })
    .png()
    .toBuffer()

const expectOnePicture = ({ svgs }: ConversionRun): void => {
  expect(svgs.join("").match(/<image /g)).toHaveLength(1)
  expect(svgs.join("")).not.toContain("http://evil")
}

const [first, second] = [gbk("关于报价单的说明").subarray(0, 5), gbk("关于报价单的说明").subarray(5)]

/** Mails as they come from servers (.eml). */
const mimeMails: readonly Specimen[] = [
  {
    name: "plain.eml",
    about: "GBK in every header and in the text, declared nowhere",
    make: () =>
      mail(
        gbk("From: 张三 <zhang@example.cn>\r\nTo: 李四 <li@example.cn>\r\nCc: 王五 <wang@example.cn>\r\nSubject: 关于合同的通知\r\n"),
        "Date: Mon, 5 Jan 2026 06:30:00 +0000\n\n",
        gbk("各位同事：\r\n请查收。\r\n"),
      ),
    expected: {
      pages: 1,
      words: [
        "关于合同的通知",
        "发件人：张三 <zhang@example.cn>",
        "收件人：李四 <li@example.cn>",
        "抄送：王五 <wang@example.cn>",
        "时间：2026-01-05 14:30（北京时间）",
        "各位同事：",
        "请查收。",
      ],
      check: ({ outline }) => expect(outline).toEqual([{ title: "关于合同的通知", page: 1, level: 2 }]),
    },
  },
  {
    name: "words.eml",
    about: "encoded words that are cut in the middle of a character, in B and Q",
    make: () =>
      mail(
        `Subject: =?gb2312?B?${first.toString("base64")}?=\n =?gb2312?B?${second.toString("base64")}?=\n`,
        `From: =?GBK?Q?${escaped(gbk("赵").subarray(0, 1), "=")}?= =?GBK?Q?${escaped(gbk("赵钱").subarray(1), "=")}?= <zhao@example.cn>\n\n正文`,
      ),
    expected: { words: ["关于报价单的说明", "发件人：赵钱 <zhao@example.cn>", "正文"] },
  },
  {
    name: "quoted.eml",
    about: "quoted-printable text in GB2312, and one in base64 that declares no encoding",
    make: () =>
      mail(
        HEAD,
        "Content-Type: multipart/mixed; boundary=b1\n\n--b1\nContent-Type: text/plain; charset=gb2312\nContent-Transfer-Encoding: quoted-printable\n\n",
        escaped(gbk("春眠不觉晓"), "="),
        "\n--b1\nContent-Type: text/plain\nContent-Transfer-Encoding: base64\n\n",
        gbk("处处闻啼鸟，他们都说好").toString("base64"),
        "\n--b1--\n",
      ),
    expected: { words: ["（无主题）", "春眠不觉晓", "处处闻啼鸟，他们都说好"] },
  },
  {
    name: "false-charset.eml",
    about: "Chinese text that claims to be ASCII",
    make: () =>
      mail("Subject: x\nFrom: a@example.cn\nContent-Type: text/plain; charset=us-ascii\n\n", gbk("这是一封中文邮件，他们都说好。")),
    expected: { words: ["这是一封中文邮件，他们都说好。"] },
  },
  {
    name: "page.eml",
    about: "HTML with an embedded picture, a remote one, a script and hidden text",
    make: async () =>
      mail(
        `${HEAD}Subject: HTML\nContent-Type: multipart/related; boundary="b 2"\n\n--b 2\nContent-Type: text/html; charset=utf-8\n\n`,
        '<style>.x{display:none}</style><h1>月报</h1><p>正文<img src="cid:p1@x"><img src="http://evil.example/track.png"></p>',
        '<p class="x">秘密甲</p><script>秘密乙</script><table><tr><td><table><tr><td>格一</td><td>格二</td></tr></table><p>表外</p></td></tr></table>\n',
        "--b 2\nContent-Type: image/png\nContent-ID: <p1@x>\nContent-Transfer-Encoding: base64\n\n",
        (await redPicture()).toString("base64"),
        "\n--b 2--\n",
      ),
    expected: {
      words: ["HTML", "月报", "正文", "格一", "格二", "表外"],
      absentWords: ["秘密", "附件"],
      warnings: [REMOTE],
      check: expectOnePicture,
    },
  },
  {
    name: "attached.eml",
    about: "attachments whose names are in three encodings, and a mail in the mail",
    make: () =>
      mail(
        `${HEAD}Subject: =?utf-8?Q?=E9=99=84=E4=BB=B6?=\nContent-Type: multipart/mixed; boundary=b3\n\n--b3\n\n`,
        '见附件\n--b3\nContent-Type: application/octet-stream\nContent-Disposition: attachment; filename="',
        gbk("合同.doc"),
        `"\nContent-Transfer-Encoding: base64\n\n${Buffer.alloc(2048).toString("base64")}\n`,
        `--b3\nContent-Type: application/pdf\nContent-Disposition: attachment; filename*=GBK''${escaped(gbk("报价.pdf"), "%")}\n\nabc\n`,
        `--b3\nContent-Type: application/zip; name="=?gb2312?B?${gbk("资料.zip").toString("base64")}?="\n\nabcd\n`,
        "--b3\nContent-Type: message/rfc822\nContent-Disposition: attachment\n\nFrom: z@example.cn\nSubject: =?utf-8?B?5YaF?=\n\n里面\n--b3--\n",
      ),
    expected: {
      words: ["附件", "见附件", "附件 4 个：", "合同.doc（2 KB）", "报价.pdf", "资料.zip", "邮件.eml"],
      absentWords: ["里面"],
    },
  },
  {
    name: "mailbox.eml",
    about: "a line of a mailbox before the headers",
    make: () => mail("From x Mon Jan  5\nSubject: 一\nFrom: a@b.cn\n\n正文"),
    expected: { words: ["一", "正文"] },
  },
  {
    name: "empty-text.eml",
    about: "headers alone",
    make: () => mail("Subject: 只有标题\nFrom: a@b.cn\n\n"),
    expected: { pages: 1, words: ["只有标题"] },
  },
  {
    name: "note.eml",
    about: "a text under the name of a mail",
    make: () => Buffer.from("第一行\n第二行"),
    expected: { refusal: "mismatch" },
  },
  {
    name: "deep.eml",
    about: "parts within parts without end",
    make: () =>
      mail(
        HEAD,
        ...Array.from({ length: 400 }, (_, index) => `Content-Type: multipart/mixed; boundary=d${index}\n\n--d${index}\n`),
        "\n深处",
      ),
    expected: { refusal: "corrupt" },
  },
]

const sent = new Date("2026-01-05T06:30:00Z")
const sender = { senderName: "张三", senderSmtpAddress: "zhang@example.cn" }

/** Mails as Outlook saves them (.msg). */
const outlookMails: readonly Specimen[] = [
  {
    name: "unicode.msg",
    about: "a mail of Outlook with two recipients and two attachments",
    make: () =>
      makeMsg({
        ...sender,
        subject: "年度计划",
        sent,
        text: "各位：\r\n请看附件。",
        recipients: [
          { recipientType: 1, name: "李四", smtpAddress: "li@example.cn" },
          { recipientType: 2, name: "王五", smtpAddress: "wang@example.cn" },
        ],
        attached: [
          { attachmentName: "计划.xlsx", attachmentData: Buffer.alloc(3072) },
          { attachmentName: "说明.txt", attachmentData: Buffer.from("abc") },
        ],
      }),
    expected: {
      pages: 1,
      words: [
        "年度计划",
        "发件人：张三 <zhang@example.cn>",
        "收件人：李四 <li@example.cn>",
        "抄送：王五 <wang@example.cn>",
        "时间：2026-01-05 14:30（北京时间）",
        "各位：",
        "请看附件。",
        "附件 2 个：",
        "计划.xlsx（3 KB）",
        "说明.txt（3 B）",
      ],
    },
  },
  {
    name: "gbk.msg",
    about: "texts that are not Unicode",
    make: () => makeMsg({ ...sender, subject: "旧格式", text: "春眠不觉晓", encoding: "gbk", messageCodepage: 936 }),
    expected: { words: ["旧格式", "张三", "春眠不觉晓"] },
  },
  {
    name: "big5.msg",
    about: "texts in the encoding of Taiwan",
    make: () => makeMsg({ ...sender, subject: "舊格式", text: "山邊的小村", encoding: "big5", messageCodepage: 950 }),
    expected: { words: ["舊格式", "山邊的小村"] },
  },
  {
    name: "page.msg",
    about: "HTML in GBK with an embedded and a remote picture",
    make: async () =>
      makeMsg({
        ...sender,
        subject: "网页",
        html: gbk('<p>月报<img src="cid:p1"><img src="http://evil.example/t.gif"></p><script>秘密</script>'),
        internetCodepage: 936,
        attached: [{ attachmentName: "p.png", contentId: "p1", attachmentData: await redPicture() }],
      }),
    expected: { words: ["网页", "月报"], absentWords: ["秘密", "附件"], warnings: [REMOTE], check: expectOnePicture },
  },
  { name: "other.msg", about: "an OLE2 file of another program", make: () => makeOle("WordDocument"), expected: { refusal: "mismatch" } },
  {
    name: "mail.doc",
    about: "a mail under the name of a document",
    make: () => makeMsg({ subject: "一" }),
    expected: { refusal: "is_mail" },
  },
  {
    name: "cut.msg",
    about: "the first half of a mail",
    make: () => {
      const whole = makeMsg({ ...sender, subject: "一", text: "文".repeat(9000) })
      return whole.subarray(0, 4096)
    },
    expected: { refusal: "mismatch" },
  },
]

/** Mails of both formats. */
export const mailSpecimens: readonly Specimen[] = [...mimeMails, ...outlookMails]
