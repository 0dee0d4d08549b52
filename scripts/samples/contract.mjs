// 房屋租赁合同 范本.docx: between private people, clauses with blanks, two lists to sign.
import { docx } from "./docx-package.mjs"
import { officeFonts } from "./docx.mjs"
import { a4, grid, p } from "./sheet-parts.mjs"

const song = "宋体"
const blank = (n) => "_".repeat(n)
const text = (line, more = {}) => p(line, { font: song, size: 11, line: 21, indent: 2, align: "both", ...more })
const head = (line) => p(line, { font: "黑体", size: 12, bold: true, before: 10, after: 4, keep: true })

const clauses = [
  [
    "第一条　房屋情况",
    `1. 房屋坐落：${blank(40)}，建筑面积 ${blank(8)} 平方米，不动产权证号：${blank(16)}。`,
    "2. 甲方保证对该房屋享有出租的权利，房屋没有查封、没有未告知的抵押，并已告知同住人和共有人。",
    "3. 屋内家具、电器和装修状况见附件一，交房时双方逐项核对签字，退房时以此为准。",
  ],
  [
    "第二条　租期",
    `1. 租期自 ${blank(6)} 年 ${blank(4)} 月 ${blank(4)} 日起，至 ${blank(6)} 年 ${blank(4)} 月 ${blank(4)} 日止，共 ${blank(4)} 个月。`,
    "2. 乙方希望续租的，应在到期 30 日前提出；同等条件下乙方优先。租期超过二十年的部分无效（《民法典》第七百零五条）。",
  ],
  [
    "第三条　租金与押金",
    `1. 租金每月人民币 ${blank(10)} 元（大写：${blank(16)}），按 □月 □季 □半年 支付，每期开始前 ${blank(4)} 日内付清。`,
    `2. 押金人民币 ${blank(10)} 元，签约时交付，甲方出具收据。租期届满、费用结清、房屋交还后 7 日内无息退还。`,
    `3. 收款方式：${blank(40)}。除这里写明的费用外，甲方不另收其他费用。`,
  ],
  [
    "第四条　其他费用",
    "水、电、燃气、网络、有线电视和垃圾清运费由乙方按表或按账单承担；物业费、取暖费由 □甲方 □乙方 承担。入住当日抄表读数记入附件二。",
  ],
  [
    "第五条　使用与维修",
    "1. 乙方用于居住，不得改变结构和用途，不得擅自转租。经甲方书面同意，可以转租或做不影响结构的布置。",
    "2. 房屋及设施自然损坏的，由甲方负责维修，接到通知后 3 日内处理，紧急情况（漏水、断电、门锁失效）24 小时内处理；逾期不修的，乙方可以代修，费用凭票从租金中扣除。",
    "3. 因乙方使用不当造成损坏的，由乙方修复或者赔偿。",
    "4. 甲方进入房屋检查或带人看房，应提前一日约定时间。",
  ],
  [
    "第六条　提前解除",
    "1. 有下列情形之一的，乙方可以解除合同：房屋不能正常居住；甲方迟延交房超过 10 日；甲方拒不履行维修义务，危及安全。",
    "2. 有下列情形之一的，甲方可以解除合同：拖欠租金超过 15 日，经催告仍不支付；擅自转租或改变用途；利用房屋从事违法活动。",
    "3. 双方都没有过错、一方希望提前结束的，应提前 30 日书面通知，并支付相当于一个月租金的补偿，另有约定的除外。",
  ],
  ["第七条　违约责任", "逾期付款或逾期退还押金的，每日按应付金额的万分之五支付违约金；给对方造成其他损失的，据实赔偿。"],
  [
    "第八条　其他",
    "1. 本合同未尽事宜，双方另签补充协议；补充协议与本合同同等有效。",
    "2. 发生争议先协商，协商不成的，向房屋所在地人民法院起诉。",
    "3. 本合同一式两份，双方各执一份，自双方签字之日起生效。签约后 30 日内按当地规定办理租赁登记备案。",
  ],
]

const cell = (body, look = {}) => ({ body: p(body, { font: song, size: 10.5, line: 17, ...look }) })
const title = (name) => cell(name, { bold: true, align: "center" })
const parties = grid(
  [
    [title("甲方（出租人）"), cell(""), title("身份证号"), cell("")],
    [title("联系电话"), cell(""), title("通信地址"), cell("")],
    [title("乙方（承租人）"), cell(""), title("身份证号"), cell("")],
    [title("联系电话"), cell(""), title("紧急联系人"), cell("")],
  ],
  [1750, 2700, 1500, 3120],
  { lines: "7A837B", heights: [460] },
)
const goods = [
  "床、床垫",
  "衣柜",
  "书桌、椅子",
  "沙发、茶几",
  "空调（遥控器）",
  "冰箱",
  "洗衣机",
  "热水器",
  "燃气灶、油烟机",
  "门锁钥匙（把）",
  "门禁卡（张）",
  "",
]
const inventory = grid(
  [
    ["名称", "数量", "品牌、状况", "名称", "数量", "品牌、状况"].map(title),
    ...Array.from({ length: 6 }, (_, i) => [cell(goods[i]), cell(""), cell(""), cell(goods[i + 6]), cell(""), cell("")]),
  ],
  [1900, 800, 1835, 1900, 800, 1835],
  { lines: "7A837B", heights: [420] },
)
const meters = grid(
  [
    ["项目", "交房读数", "退房读数", "确认签字"].map(title),
    ...["水表（吨）", "电表（度）", "燃气表（立方米）"].map((name) => [cell(name), cell(""), cell(""), cell("")]),
  ],
  [2270, 2270, 2270, 2260],
  { lines: "7A837B", heights: [420] },
)
const sign = grid(
  [
    [cell("甲方（签字）："), cell("乙方（签字）：")],
    [cell("日期：　　　　年　　月　　日"), cell("日期：　　　　年　　月　　日")],
  ],
  [4535, 4535],
  { heights: [560] },
)

export const contractDocx = () =>
  docx({
    info: { title: "房屋租赁合同 范本", subject: "个人对个人的住房租赁合同", keywords: "租赁合同,租房,合同范本,押金,个人" },
    body:
      p("房屋租赁合同", { font: "黑体", size: 26, bold: true, align: "center", before: 16, after: 6, line: 40, spread: 120 }) +
      p("（个人对个人 · 住房）", { font: song, size: 12, align: "center", color: "5E6860", after: 14 }) +
      parties +
      text("根据《中华人民共和国民法典》第三编第十四章“租赁合同”的规定，甲乙双方在平等、自愿的基础上，就房屋租赁达成如下约定。", {
        before: 12,
      }) +
      clauses.map(([name, ...lines]) => head(name) + lines.map((line) => text(line)).join("")).join("") +
      p("", { before: 8 }) +
      sign +
      p("附件一　屋内物品清单", { font: "黑体", size: 14, bold: true, breakBefore: true, after: 10 }) +
      inventory +
      p("附件二　水、电、燃气读数", { font: "黑体", size: 14, bold: true, before: 22, after: 10 }) +
      meters +
      text(
        "提示：签约前请核对甲方身份证与不动产权证是否一致；转账时备注“某年某月租金”，并保存记录。本范本供参考，金额较大或情况特殊时请咨询律师。",
        {
          before: 20,
          indent: 0,
          size: 9.5,
          color: "5E6860",
          line: 17,
        },
      ),
    fonts: { ...officeFonts, body: song },
    page: a4({ top: 1300, bottom: 1200, framed: true }),
  })
