// Attacks with files that are not what they claim to be, and with paths that lead elsewhere.
import { deflateSync } from "node:zlib"

/** @typedef {import("./run.mjs").Attack} Attack */

/** @param {Buffer} bytes */
const crc = (bytes) => {
  let sum = ~0
  for (const byte of bytes) {
    sum ^= byte
    for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1
  }
  return ~sum >>> 0
}
/** @param {string} type @param {Buffer} content */
const chunk = (type, content) => {
  const body = Buffer.concat([Buffer.from(type), content])
  const out = Buffer.alloc(body.length + 8)
  out.writeUInt32BE(content.length, 0)
  body.copy(out, 4)
  out.writeUInt32BE(crc(body), body.length + 4)
  return out
}
/** Builds a PNG that claims this size and has almost no row data. @param {number} width @param {number} height */
const png = (width, height) => {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 6, 0, 0, 0], 8)
  const rows = deflateSync(Buffer.alloc(Math.min(1_000_000, (width * 4 + 1) * height)))
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", head),
    chunk("IDAT", rows),
    chunk("IEND", Buffer.alloc(0)),
  ])
}
/** Builds a ZIP of stored entries with the names unchanged, including `../`. @param {Record<string, Buffer>} entries */
const zip = (entries) => {
  /** @type {Buffer[]} */
  const files = []
  /** @type {Buffer[]} */
  const directory = []
  let offset = 0
  for (const [name, content] of Object.entries(entries)) {
    const bytes = Buffer.from(name)
    const head = Buffer.alloc(26)
    head.writeUInt16LE(20, 0)
    head.writeUInt32LE(crc(content), 10)
    head.writeUInt32LE(content.length, 14)
    head.writeUInt32LE(content.length, 18)
    head.writeUInt16LE(bytes.length, 22)
    const local = Buffer.concat([Buffer.from("PK\x03\x04", "latin1"), head, bytes, content])
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(offset, 10)
    directory.push(Buffer.concat([Buffer.from("PK\x01\x02\x14\x00", "latin1"), head, tail, bytes]))
    files.push(local)
    offset += local.length
  }
  const middle = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write("PK\x05\x06", 0, "latin1")
  end.writeUInt16LE(directory.length, 8)
  end.writeUInt16LE(directory.length, 10)
  end.writeUInt32LE(middle.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...files, middle, end])
}

const program = Buffer.concat([Buffer.from("MZ\x90\x00\x03\x00\x00\x00", "latin1"), Buffer.alloc(4096, 7)])
const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(document.cookie)</script></svg>'
const page = "<!doctype html><script>alert(1)</script>"

/** @type {[string, string | Buffer][]} */
const disguised = [
  ["假.pdf", program],
  ["网页.pdf", page],
  ["空.pdf", ""],
  ["程序.exe", program],
  ["网页.html.exe", page],
  ["脚本.php", "<?php system($_GET[0]); ?>"],
  ["脚本.jsp", "<% %>"],
  ["图.svg", svg],
  ["压缩.docx", zip({ "a.txt": Buffer.from("a") })],
  ["穿越.docx", zip({ "../../../../tmp/attack-was-here": Buffer.from("x"), "word/document.xml": Buffer.from("<x/>") })],
  ["炸弹.docx", zip({ "[Content_Types].xml": Buffer.from("<Types/>") }).subarray(0, 40)],
  ["没有扩展名", "文字"],
  ["a.pdf\u0000.exe", program],
  [".htaccess", "AddType application/x-httpd-php .txt"],
]

/** @type {Attack[]} */
export const uploads = [
  {
    area: "uploads",
    title: "名不副实的文件当文档上传 [security: 5.2.2, 5.2.3, upload-polyglot, unrestricted-upload, upload-filter-bypass]",
    run: async ({ person, upload }, attempt) => {
      const thief = await person()
      for (const [name, content] of disguised) {
        const { status } = await upload(thief, name, content)
        attempt(`${name}：${status}`, status === 200 || status >= 500 || status === 0)
      }
      attempt("没有登录", (await upload(null, "a.txt", "文字")).status === 200)
    },
  },
  {
    area: "uploads",
    title:
      "不是图片的文件当头像、文章图片、设置图片上传 [security: svg-token-theft, attachment-token, image-upload-code, upload-bombs, 5.2.6, 1.3.4]",
    run: async ({ admin, ask, person, upload }, attempt) => {
      const thief = await person()
      /** @type {[string, string | Buffer][]} */
      const pictures = [
        ["图.svg", svg],
        ["图.png", svg],
        ["图.png", page],
        ["图.jpg", program],
        ["图.png", Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), Buffer.from(page)])],
        ["图.gif", `GIF89a/*${page}`],
        ["大.png", png(50_000, 50_000)],
        ["空.png", ""],
        ["图.html", png(4, 4)],
      ]
      for (const [name, content] of pictures)
        for (const [as, path] of /** @type {[import("./site.mjs").Person, string][]} */ ([
          [thief, "/upload/avatar"],
          [admin, "/upload/article"],
          [admin, "/upload/config?type=logo"],
        ])) {
          const { json, status } = await upload(as, name, content, path)
          const url = String(json["data"]?.path ?? json["data"]?.url ?? "")
          const served = status === 200 && url.startsWith("/") ? await ask(url) : null
          const harmless =
            served && /^image\/(png|jpeg|webp|gif)/.test(String(served.headers["content-type"])) && !served.text.includes("<script")
          attempt(`${name} ${path}：${status}`, (status === 200 && !harmless) || status >= 500 || status === 0)
        }
    },
  },
  {
    area: "uploads",
    title: "文件名和地址里的路径穿越 [security: 5.3.2, hostile-names, archive-traversal, 13.4.3]",
    long: true,
    run: async ({ ask, person, upload }, attempt) => {
      const thief = await person()
      for (const name of ["../../../../etc/cron.d/x.txt", "..\\..\\x.txt", "/etc/passwd.txt", "C:\\x.txt", "a%00.txt", "....//x.txt"]) {
        const { json, status } = await upload(thief, name, `路径 ${name}\n`)
        attempt(`上传 ${name}：${status}`, (status === 200 && /[\\/]/.test(String(json["data"]?.name ?? ""))) || status >= 500)
      }
      const secrets = ["etc/passwd", "secret", "package.json", "postgres/PG_VERSION"]
      const climbs = [
        "../",
        "../../../../",
        "%2e%2e/",
        "..%2f",
        "..%2f..%2f..%2f..%2f",
        "%2e%2e%2f%2e%2e%2f",
        "..%5c",
        "....//",
        "..%00/",
        "%252e%252e%252f",
      ]
      for (const base of ["/uploads/", "/view/page/", "/view/cover/", "/download/", "/_next/static/", "/static/", "/"])
        for (const climb of climbs)
          for (const secret of secrets) {
            const { headers, status, text } = await ask(`${base}${climb}${secret}`)
            const type = String(headers["content-type"] ?? "")
            attempt(
              `${base}${climb}${secret}：${status}`,
              status === 200 && !type.includes("html") && /root:|"name"|^\d+\n?$|^[\w-]{40,}|import /.test(text),
            )
          }
    },
  },
  {
    area: "uploads",
    title: "上传的文件在本站的源里直接打开 [security: 3.2.1, uploads-inline, html-from-uploads, 5.3.1, 4.1.1]",
    run: async ({ ask, call, document, person, upload }, attempt) => {
      const thief = await person()
      const { id } = await document(thief, "直接打开", {}, `${page}\n`)
      const link = await call("GET /document/download", { id }, thief)
      const { headers, status } = await ask(String(link.json["url"]))
      if (status !== 200) throw new Error(`下载答 ${status}`)
      attempt("下载没有 attachment", !String(headers["content-disposition"]).startsWith("attachment"))
      attempt("下载没有 nosniff", headers["x-content-type-options"] !== "nosniff")
      attempt("下载是 HTML", /html|svg|xml|javascript/.test(String(headers["content-type"])))
      const html = await upload(thief, "网页.html", page)
      const stored = String(html.json["data"]?.path ?? "")
      if (stored.startsWith("/")) attempt("上传的 HTML 有公开地址", (await ask(stored)).status === 200)
      const { uuid } = await document(thief, "图页")
      for (const path of [`/view/page/${uuid}/1.svg`, `/view/page/${uuid}/1.gzip.svg`]) {
        const drawn = await ask(path)
        const policy = String(drawn.headers["content-security-policy"] ?? "")
        attempt(`${path.split("/").pop()} 的策略`, !/default-src 'none'/.test(policy) || !policy.includes("sandbox"))
      }
    },
  },
  {
    area: "uploads",
    title: "断点续传：别人的上传、超过上限、别的来源 [security: 8.2.2, 5.2.1, upload-cors, upload-size-server]",
    run: async ({ ask, person }, attempt) => {
      const [owner, thief] = [await person(), await person()]
      const version = { "tus-resumable": "1.0.0" }
      const metadata = { "upload-metadata": `filename ${Buffer.from("续传.txt").toString("base64")}` }
      /** @param {import("./site.mjs").Person | null} as @param {string} length */
      const create = (as, length) =>
        ask("/api/v1/upload/tus", {
          method: "POST",
          headers: {
            ...version,
            ...metadata,
            "upload-length": length,
            origin: "https://evil.example",
            ...(as && { authorization: `Bearer ${as.token}` }),
          },
        })
      const made = await create(owner, "9")
      const uploadPath = String(made.headers["location"] ?? "")
      if (made.status !== 201) throw new Error(`没能开始：${made.status}`)
      attempt("别的来源得到跨域许可", "access-control-allow-origin" in made.headers)
      attempt("没有登录就开始", (await create(null, "9")).status === 201)
      attempt("超过上限", (await create(owner, String(10 ** 12))).status === 201)
      attempt("负的长度", (await create(owner, "-1")).status === 201)
      const path = new URL(uploadPath, "http://x").pathname
      for (const method of ["HEAD", "PATCH", "DELETE"]) {
        const headers = {
          ...version,
          authorization: `Bearer ${thief.token}`,
          "upload-offset": "0",
          "content-type": "application/offset+octet-stream",
        }
        const { status } = await ask(path, { method, headers, ...(method === "PATCH" && { body: "123456789" }) })
        attempt(`${method} 别人的：${status}`, status < 400 && status > 0)
      }
    },
  },
  {
    area: "uploads",
    title: "秒传：只凭哈希和大小得到别人的文件 [security: silent-claim, 8.2.2]",
    run: async ({ admin, call, document, person }, attempt) => {
      const { createHash } = await import("node:crypto")
      const [owner, thief] = [await person(), await person()]
      const content = `秒传的密件 ${Math.random()}\n`
      const { id } = await document(owner, "秒传", {}, content)
      const hash = createHash("sha256").update(content).digest("hex")
      await call("PUT /document/check", { id: [id], status: 4 }, admin)
      const claim = { hash, size: Buffer.byteLength(content), name: "秒传.txt" }
      const [there, absent] = [
        await call("POST /upload/claim", claim, thief),
        await call("POST /upload/claim", { ...claim, hash: hash.replace(/^./, "0") }, thief),
      ]
      attempt(
        `隐藏的文件答 ${there.text.slice(0, 90)}`,
        there.status !== absent.status || Object.keys(there.json).join() !== Object.keys(absent.json).join() || "document" in there.json,
      )
      const proof = await call("PUT /upload/claim", { id: there.json["id"] ?? "0", proof: hash }, thief)
      attempt("没有内容也得到文件", proof.status === 200 && Boolean(proof.json["data"]?.id ?? proof.json["id"]))
    },
  },
]
