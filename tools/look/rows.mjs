import { createHash } from "node:crypto"

const hour = 3_600_000
/** @param {number} hours before now, or after it if negative */
const ago = (hours) => new Date(Date.now() - hours * hour).toISOString()
/** @template T @param {readonly T[]} list @param {number} n @returns {T} */
const pick = (list, n) => /** @type {T} */ (list[n % list.length])
const sha256 = (/** @type {string} */ text) => createHash("sha256").update(text).digest("hex")

const people = ["沈未央", "林知夏", "周行健", "陈予安", "李慕白", "许望舒", "方启明", "匿名用户 8841", "西湖教研", "reader_2026"]
const remarks = [
  "扫描得很清楚，目录也能点，谢谢分享。",
  "第三章的例题有一处算错了，请作者看看。",
  "内容不错，就是价格有点贵。",
  "请问有没有对应的课件？想配合着一起讲，如果有的话麻烦发一下链接，非常感谢。",
]
const words = ["劳动合同", "期末试卷", "PostgreSQL", "年度总结", "简历模板", "高一数学必修第一册期末复习提纲", "租房协议"]
const sites = ["https://www.example.com/reports/", "https://edu.example.org/papers/2026/", "https://wenku.example.net/list?page="]

/**
 * Returns rows for every table that a list of /admin displays and that documents alone do not fill: with every status and with various
 * users, staff and times. Advertisements and banners are off, so that public pages stay unchanged.
 * @param {number} count @param {(n: number) => string} [nameOf] replaces the usual names
 * @returns {[table: string, rows: Record<string, unknown>[]][]} in the order in which they refer to each other
 */
export const rowsOf = (count, nameOf) => {
  const name = (/** @type {number} */ n, /** @type {readonly string[]} */ usual, longest = 60) =>
    nameOf ? nameOf(n).slice(0, longest) : pick(usual, n)
  const each = (/** @type {(n: number) => Record<string, unknown>} */ row) =>
    Array.from({ length: count }, (_, n) => ({ created_at: ago(n * 7), ...row(n) }))
  const user = (/** @type {number} */ n) => 2 + (n % count)
  const remark = (/** @type {number} */ n) => name(n, remarks, 200)
  return [
    [
      "user",
      each((n) => ({
        id: 2 + n,
        username: `${name(n, people, 50)} ${n}`,
        email: `reader${n}@example.com`,
        mobile: `138${String(n).padStart(8, "0")}`,
        register_ip: `203.0.113.${n}`,
        credit_count: n * 37,
        is_vip: n % 5 === 0,
        signature: name(n, words),
        login_at: ago(n),
      })),
    ],
    ["user_group", each((n) => ({ user_id: 2 + n, group_id: 2 }))],
    [
      "order",
      each((n) => {
        const kind = 1 + (n % 3)
        const status = 1 + (n % 3 === 2 ? 1 : n % 4 === 0 ? 2 : n % 2)
        return {
          order_no: `2026${String(n).padStart(14, "0")}`,
          user_id: user(n),
          order_type: kind,
          status,
          product_id: kind === 1 ? 1 + (n % 6) : 0,
          product_name: kind === 1 ? name(n, words, 100) : kind === 2 ? "年卡VIP" : "账号充值",
          quantity: 1,
          price: 20 + n,
          amount: 20 + n,
          fen: 200 + n * 10,
          payment_type: 1 + (n % 7),
          payment_no: status === 2 ? `42000${n}` : "",
          paid_at: status === 2 ? ago(n * 7 - 0.1) : null,
          closed_at: ago(n * 7 - 1),
          refund_fen: status === 2 && n % 5 === 1 ? 100 : 0,
          remark: n % 6 === 0 ? remark(n) : "",
        }
      }),
    ],
    ["comment", each((n) => ({ document_id: 1 + (n % 6), user_id: user(n), content: remark(n), status: n % 3, ip: "203.0.113.7" }))],
    [
      "report",
      each((n) => ({
        document_id: 1 + (n % 6),
        document_title: name(n, words, 100),
        user_id: user(n),
        username: `${name(n, people, 50)} ${n}`,
        reason: 1 + (n % 7),
        status: n % 3 === 0,
        remark: n % 3 === 0 ? "已下架并通知作者" : "",
        reporter_remark: remark(n),
      })),
    ],
    [
      "punishment",
      each((n) => ({
        user_id: user(n),
        type: 2 + (n % 5),
        enable: n % 3 !== 0,
        reason: remark(n),
        remark: n % 2 ? "" : remark(n + 1),
        end_time: n % 2 ? null : ago(-n * 24),
      })),
    ],
    [
      "sms",
      each((n) => ({
        type: n % 4,
        status: n % 3,
        user_id: user(n),
        mobile: `138${String(n).padStart(8, "0")}`,
        ip: "203.0.113.9",
        provider: pick(["aliyun", "tencent"], n),
        error: n % 3 === 2 ? "isv.BUSINESS_LIMIT_CONTROL：触发天级流控" : "",
      })),
    ],
    [
      "search_record",
      each((n) => ({
        user_id: n % 3 ? user(n) : 0,
        type: (n % 3) - 1,
        keywords: name(n, words, 60),
        total: (n * 13) % 90,
        page: 1 + (n % 3),
        spend_time: 0.003 * (1 + n),
        ip: `203.0.113.${n}`,
        user_agent: "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36",
      })),
    ],
    [
      "advertisement",
      each((n) => ({
        title: name(n, ["春季教辅专场", "打印店九折", "会员周"], 100),
        position: pick(["global_top", "index_banner_bottom", "document_between"], n),
        content: "<p>广告</p>",
        enable: false,
        remark: n % 2 ? "" : remark(n),
        start_time: ago(n * 24),
        end_time: ago((n - 20) * 24),
      })),
    ],
    [
      "banner",
      each((n) => ({
        title: name(n, ["开学季", "豆架使用手册"], 100),
        path: "/banners/welcome.webp",
        url: pick(sites, n),
        type: n % 3,
        sort: n,
        enable: false,
        description: remark(n),
      })),
    ],
    [
      "friendlink",
      each((n) => ({
        title: name(n, ["开放课程", "古籍书库", "中国知网"], 40),
        link: pick(sites, n),
        description: remark(n),
        sort: n,
        enable: n < 5,
      })),
    ],
    [
      "article",
      each((n) => ({
        identifier: `look${n}`,
        user_id: user(n),
        title: name(n, words, 100),
        keywords: "豆架",
        description: remark(n),
        content: `<p>${remarks.join("")}</p>`,
        status: n % 3,
        reject_reason: n % 3 === 2 ? remark(n) : "",
        view_count: n * 11,
        deleted_at: n % 4 === 3 ? ago(n) : null,
      })),
    ],
    [
      "user_vip",
      each((n) => ({
        user_id: user(n),
        type: n % 3,
        discount: 80,
        download: 10,
        download_used: n % 10,
        times: 100,
        joined_at: ago(n * 24),
        expired_at: ago((n - 30) * 24),
      })),
    ],
    [
      "download_code_batch",
      each((n) => ({
        id: 1 + n,
        count: 1,
        remark: remark(n),
        max_price: n % 3 ? 0 : 20,
        expired_at: n % 2 ? null : ago(-n * 24),
        user_id: 1,
      })),
    ],
    [
      "download_code",
      each((n) => ({
        batch_id: 1 + n,
        hash: sha256(`code ${n}`).slice(0, 43),
        hint: sha256(`code ${n}`).slice(0, 4).toUpperCase(),
        revoked_at: n % 4 === 3 ? ago(n) : null,
        created_at: undefined,
      })),
    ],
    [
      "spider_url",
      each((n) => ({
        url: `${pick(sites, n)}${n}`,
        status: n % 4 === 1 ? 2 : n % 4,
        total: n * 3,
        pages: n * 2,
        error: n % 4 === 3 ? "对方网站拒绝了访问（403）" : "",
        depth: n % 4,
        cron: n % 2 ? "" : "0 3 * * *",
        next_at: ago(-9_000),
      })),
    ],
    [
      "spider_document",
      each((n) => ({
        spider_url_id: 1 + (n % count),
        url: `${pick(sites, n)}file-${n}.pdf`,
        status: pick([3, 4, 7, 8], n),
        title: name(n, words, 100),
        title_from_href: name(n + 1, words, 100),
        price: n % 9,
        size: n * 98_765,
        ext: pick([".pdf", ".docx", ".xlsx", ".epub"], n),
        error: pick(["", "对方网站拒绝了访问（403）", "", "文件是空的"], n),
        category_id: `{1}`,
        user_id: 1,
      })),
    ],
    [
      "webhook",
      each((n) => ({
        id: 1 + n,
        title: name(n, ["企业微信群", "对账系统", "搜索同步"], 40),
        url: `https://hooks.example.com/doujia/${n}`,
        events: "{document.published,order.paid}",
        enable: false,
        status: n % 3,
        error: n % 3 ? "对方应答 500" : "",
        secret_hint: "whsec_ab…",
        failing_since: n % 3 ? ago(n) : null,
      })),
    ],
    [
      "webhook_delivery",
      each((n) => ({
        webhook_id: 1 + (n % count),
        event: pick(["document.published", "order.paid"], n),
        event_id: `evt_${n}`,
        body: `{"id":${n}}`,
        status: n % 3,
        attempts: 1 + (n % 9),
        response_status: pick([0, 200, 500], n),
        error: n % 3 === 2 ? "对方应答 500" : "",
        delivered_at: n % 3 === 1 ? ago(n) : null,
      })),
    ],
  ]
}
