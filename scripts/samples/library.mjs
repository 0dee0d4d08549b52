// 文库运营入门.pptx: twelve slides.
import { green, ink, pictures } from "./art.mjs"
import { image, pptx, shape, table } from "./slides.mjs"

const card = (box, name, lines, deep, size = 14) =>
  shape(
    box,
    [
      [name, { size: 20, bold: true, color: deep ? "#ffffff" : green.deep }],
      ...lines.map((line, i) => [line, { size, color: deep ? "#dcebd9" : ink.second, gap: i ? 4 : 8 }]),
    ],
    { fill: deep ? green.deep : "#ffffff", line: deep ? undefined : ink.line, round: 0.1, inset: [0.22, 0.2] },
  )
const lead = (text) => shape([0.72, 1.56, 11.9, 0.5], [text], { size: 17, color: ink.second, inset: [0, 0.02] })
const badge = (x, y, text, size = 0.46) =>
  shape([x, y, size, size], [text], {
    kind: "ellipse",
    fill: green.deep,
    size: 15,
    bold: true,
    color: "#ffffff",
    align: "ctr",
    anchor: "ctr",
    inset: [0, 0],
  })
const bullets = (box, lines, size = 17) =>
  shape(
    box,
    lines.map((line, i) => [line, { gap: i ? 9 : 0 }]),
    { size, bullet: true, inset: [0, 0.02] },
  )
const note = (y, text) =>
  shape([0.72, y, 11.9, 0.56], [text], { fill: green.soft, size: 15, color: green.dark, anchor: "ctr", inset: [0.22, 0.04], round: 0.06 })
const chevron = (x, y) => shape([x, y, 0.2, 0.3], null, { kind: "chevron", fill: green.sprout })

const five = [
  ["分类", "让人知道去哪里找", "两级就够，", "名字要常用"],
  ["命名", "让标题自己会说话", "主题在前，", "年份写全"],
  ["审核", "让人放心打开", "当天看完，", "退回说清原因"],
  ["版权", "让作者放心分享", "说得清来源，", "才放上架"],
  ["备份", "让一切可以重来", "三份数据，", "每季恢复一次"],
]

const slides = [
  {
    title: "文库运营入门",
    subtitle: "从一棵分类树、一条规则、一次备份开始",
    shapes:
      image([1.1, 0.62, 0.72, 0.72], "mark", "豆架的标志") +
      shape([1.95, 0.66, 3, 0.64], ["豆架"], { size: 22, bold: true, anchor: "ctr", inset: [0, 0] }) +
      shape([1.1, 3.72, 0.9, 0.08], null, { fill: green.sprout }) +
      image([3.3, 4.0, 8.8, 2.66], "shelf", "书架上的文档和一株豆苗") +
      shape([1.1, 6.98, 8, 0.32], ["给第一次照看文库的你　　2026 年 11 月"], { size: 12, color: ink.third, inset: [0, 0] }),
  },
  {
    title: "你要照看的五件事",
    shapes:
      lead("文库好不好用，不取决于文档有多少，而取决于这五件事有没有人管。") +
      five
        .map(([name, line, ...more], i) => {
          const [x, deep] = [0.72 + i * 2.42, i === 4]
          return (
            card([x, 2.4, 2.22, 2.75], name, [line], deep) +
            shape([x + 0.22, 3.62, 0.4, 0.02], null, { fill: deep ? green.sprout : green.line }) +
            shape([x + 0.14, 3.78, 2, 1.1], more, { size: 17, bold: true, color: deep ? "#ffffff" : ink.text })
          )
        })
        .join("") +
      note(5.5, "顺序也是优先级：先把前两件做好，后面的会轻松很多；最后一件，今天就可以开始。"),
  },
  {
    title: "开张前的一周",
    shapes: table(
      [0.72, 1.72],
      [
        ["时间", "做什么", "做完的样子"],
        ["第 1 天", "写一句话：给谁用，收什么，不收什么", "贴在“关于我们”页"],
        ["第 2 天", "建分类：四到七个大类，每类三到六个小类", "每个小类至少能放进三份文档"],
        ["第 3 天", "定规矩：命名、审核、版权、积分", "写成一页，放进“文库协议”"],
        ["第 4 天", "自己上传二十份，走一遍完整流程", "每种格式都试过预览和下载"],
        ["第 5 天", "设置备份，并且恢复一次", "在另一台机器上看到同样的内容"],
        ["第 6 天", "请三位朋友试用，站在旁边不说话", "记下他们停顿的地方"],
        ["第 7 天", "改掉最影响使用的三处，打开注册", "文库开张"],
      ],
      [1.4, 6, 4.5],
      0.6,
      15,
    ),
  },
  {
    title: "分类：先窄后宽",
    shapes:
      bullets(
        [0.72, 1.75, 6.3, 4.7],
        [
          "**两级就够。** 再多一级，上传的人容易选错，找资料的人也容易迷路。",
          "**按用途分，不按格式分。** 找资料的人想的是“合同范本”，不是“Word 文档”。",
          "**名字用四个字左右的常用词。** 读出来不用解释。",
          "**大类不超过七个。** 一眼扫完，才会有人点。",
          "**空的小类先不建。** 有了三份文档，再给它一个名字。",
        ],
      ) +
      shape([7.25, 1.72, 5.37, 4.85], null, { fill: "#ffffff", line: ink.line, round: 0.08 }) +
      /** @type {[string, string[]][]} */ ([
        ["使用指南", ["新手入门", "规则说明"]],
        ["办公模板", ["表格清单", "合同范本", "汇报演示"]],
        ["学习资料", ["写作笔记", "试卷练习"]],
        ["技术手册", ["运维部署", "开发参考"]],
      ])
        .map(([name, children], i) => {
          const y = 1.98 + i * 1.14
          return (
            shape([7.55, y, 1.6, 0.5], [name], {
              fill: green.deep,
              color: "#ffffff",
              size: 15,
              bold: true,
              align: "ctr",
              anchor: "ctr",
              round: 0.06,
            }) +
            shape([9.15, y + 0.24, 0.3, 0.02], null, { fill: green.line }) +
            children
              .map((child, k) =>
                shape([9.45 + (k % 2) * 1.52, y + Math.floor(k / 2) * 0.5, 1.42, 0.42], [child], {
                  fill: green.soft,
                  color: green.dark,
                  size: 13,
                  align: "ctr",
                  anchor: "ctr",
                  round: 0.06,
                  inset: [0.02, 0],
                }),
              )
              .join("")
          )
        })
        .join(""),
  },
  {
    title: "分类做对了吗：三个问题",
    shapes:
      /** @type {[string, string, string][]} */ ([
        ["找得到", "随便说一份文档的名字，三个人会点进同一个小类吗", "不会：两个小类意思重叠，合并成一个"],
        ["放得下", "新来的文档，十份里有九份能立刻找到位置吗", "不能：缺一个小类，或者大类的名字太窄"],
        ["不拥挤", "一个小类超过两百份时，还翻得过来吗", "翻不过来：按年份或对象，拆成两个"],
      ])
        .map(([name, ask, fix], i) => {
          const x = 0.72 + i * 4.04
          return (
            shape([x, 1.75, 3.82, 3.85], null, { fill: "#ffffff", line: ink.line, round: 0.1 }) +
            badge(x + 0.28, 2.03, String(i + 1), 0.52) +
            shape([x + 0.95, 2.03, 2.6, 0.52], [name], { size: 22, bold: true, color: green.deep, anchor: "ctr", inset: [0, 0] }) +
            shape([x + 0.28, 2.8, 3.3, 1.2], [ask], { size: 18, inset: [0, 0.02] }) +
            shape([x + 0.28, 4.05, 3.3, 0.02], null, { fill: ink.line }) +
            shape([x + 0.28, 4.2, 3.3, 1.3], [fix], { size: 16, color: ink.second, inset: [0, 0.02] })
          )
        })
        .join("") + note(5.95, "改分类时，先移动文档，再停用空的分类。文档自己的链接不会变。"),
  },
  {
    title: "命名：让标题自己会说话",
    shapes:
      ["主题", "内容类型", "（年份或版本）", "· 补充"]
        .map((part, i) =>
          shape([0.72 + i * 3.02, 1.72, 2.84, 0.78], [part], {
            fill: i === 0 ? green.deep : green.soft,
            color: i === 0 ? "#ffffff" : green.dark,
            size: 18,
            bold: true,
            align: "ctr",
            anchor: "ctr",
            round: 0.08,
          }),
        )
        .join("") +
      table(
        [0.72, 2.8],
        [
          ["不太好", "更好", "差在哪里"],
          ["最新版周报", "项目周报 模板 · 表格版", "“最新”很快就不新了"],
          ["合同（1）（修改）", "房屋租赁合同 范本（2026）", "没有说是哪一种合同"],
          ["复习资料", "高一物理必修一 期末复习提纲（2026）", "缺学科、年级和年份"],
          ["运维文档 final", "PostgreSQL 备份操作手册（第 2 版）", "缺软件名和版本"],
          ["精品课件必看", "二次函数 课件 · 含练习", "宣传的词不提供信息"],
        ],
        [3, 5.2, 3.7],
        0.56,
        15,
      ) +
      shape([0.72, 6.3, 11.9, 0.5], ["上传后可以随时改标题。每天花五分钟改十份，一个月后搜索会明显好用。"], {
        size: 15,
        color: ink.second,
        inset: [0, 0.02],
      }),
  },
  {
    title: "审核：一份文档的路",
    shapes:
      /** @type {[string, string][]} */ ([
        ["上传", "作者提交"],
        ["初看", "打得开吗"],
        ["细看", "内容与来源"],
        ["决定", "通过或退回"],
        ["发布", "进入搜索"],
      ])
        .map(([name, line], i) => {
          const x = 0.72 + i * 2.46
          return (
            shape(
              [x, 1.8, 2.06, 1.35],
              [
                [name, { size: 21, bold: true, color: i === 3 ? "#ffffff" : green.deep }],
                [line, { size: 14, color: i === 3 ? "#dcebd9" : ink.second, gap: 3 }],
              ],
              { fill: i === 3 ? green.deep : green.soft, round: 0.1, align: "ctr", anchor: "ctr" },
            ) + (i < 4 ? chevron(x + 2.16, 2.32) : "")
          )
        })
        .join("") +
      bullets(
        [0.72, 3.6, 11.9, 2.3],
        [
          "**谁需要审核，由用户组决定。** 新用户先审后发，信得过的作者可以直接发布。",
          "**当天看完。** 等得太久，作者不会再传第二份。",
          "**退回要写原因，并且写清怎样改。** “第 3 页有手机号，请删掉再传”好过“不符合要求”。",
          "**拿不准就放一放。** 先退回补充来源，不要先发布再下架。",
        ],
      ) +
      note(6.1, "审核的人也会看漏。发布之后，举报按钮是第二道关。"),
  },
  {
    title: "审核时看什么",
    shapes: table(
      [0.72, 1.72],
      [
        ["看什么", "可以通过", "退回时这样说"],
        ["能否打开", "没有密码，没有乱码，页数完整", "文件有密码，请去掉后重新上传"],
        ["标题与分类", "看标题就知道内容，分类是最小一级", "请在标题里补上年份和适用对象"],
        ["隐私", "没有身份证号、手机号、住址、签名", "第 n 页有个人信息，请遮住或删除"],
        ["来源", "原创、已授权，或许可协议允许转发", "请说明来源和许可；说不清的不能发布"],
        ["内容", "合法，真实，没有广告和外链推广", "请删去第 n 页的推广内容"],
        ["价格", "与内容相称；公开资料应当免费", "这是公开资料，请改为免费"],
      ],
      [2, 4.9, 5],
      0.66,
      15,
    ),
  },
  {
    title: "版权：四种来源，四种处理",
    shapes:
      [
        ["自己写的", ["可以上传，可以标价", "建议写明作者和日期", "想让人转发，就写上许可"]],
        ["得到授权的", ["可以上传", "按授权的范围标价或免费", "授权记录自己留一份"]],
        ["开放许可的", ["可以上传", "保留作者、出处和许可", "许可写着不得商用，就不能标价"]],
        ["来源不明的", ["不上传", "找到作者，问一句", "问不到，就只放官方链接"]],
      ]
        .map(([name, lines], i) => card([0.72 + i * 3.03, 1.75, 2.82, 3.1], name, lines, i === 3, 15))
        .join("") +
      shape(
        [0.72, 5.2, 11.9, 1.4],
        [
          [
            "**不受著作权法保护，可以收录：** 法律法规、国家机关的决议和决定及其官方正式译文，单纯事实消息，历法、通用数表、通用表格和公式。",
          ],
          ["**通常受保护，请先确认：** 教材、试卷汇编、标准文本、付费报告。", { gap: 8 }],
        ],
        { size: 15, color: ink.second, inset: [0, 0.02] },
      ),
  },
  {
    title: "收到侵权通知以后",
    shapes:
      /** @type {[string, string][]} */ ([
        ["记录", "保存通知全文和时间，给对方一个回复：已经收到"],
        ["核对", "通知里应有：权利人信息、权属证明、文档链接"],
        ["先下架", "材料齐全就先禁用这份文档，不要等争论结束"],
        ["转告", "把通知转给上传者，请他在约定的日子前说明"],
        ["了结", "说明成立就恢复；不成立就删除，并记下这次处理"],
      ])
        .map(([name, line], i) => {
          const y = 1.75 + i * 0.9
          return (
            badge(0.72, y + 0.13, String(i + 1)) +
            shape([1.4, y, 1.7, 0.72], [name], { size: 20, bold: true, color: green.deep, anchor: "ctr", inset: [0, 0] }) +
            shape([3.1, y, 9.5, 0.72], [line], { size: 17, anchor: "ctr", inset: [0, 0] }) +
            (i < 4 ? shape([1.4, y + 0.81, 11.22, 0.01], null, { fill: ink.line }) : "")
          )
        })
        .join("") +
      shape([0.72, 6.32, 11.9, 0.46], ["同一个账号反复被投诉，可以限制它上传。规则事先写在“文库协议”里，处理起来才公平。"], {
        size: 15,
        color: ink.second,
        inset: [0, 0.02],
      }),
  },
  {
    title: "备份：三份、两种介质、一份在外",
    shapes:
      /** @type {[string, string, string[]][]} */ ([
        ["3", "三份数据", ["正在用的一份", "加上两份备份"]],
        ["2", "两种介质", ["例如服务器硬盘", "和对象存储"]],
        ["1", "一份在异地", ["另一个城市", "或另一家服务商"]],
      ])
        .map(([big, name, lines], i) => {
          const x = 0.72 + i * 4.04
          return (
            shape([x, 1.75, 3.82, 2.5], null, { fill: "#ffffff", line: ink.line, round: 0.1 }) +
            shape([x + 0.2, 1.95, 1.2, 2.1], [big], {
              size: 80,
              height: 90,
              bold: true,
              color: green.sprout,
              align: "ctr",
              anchor: "ctr",
              inset: [0, 0],
            }) +
            shape(
              [x + 1.5, 2.1, 2.2, 1.9],
              [
                [name, { size: 20, bold: true, color: green.deep }],
                ...lines.map((line, k) => [line, { size: 15, color: ink.second, gap: k ? 2 : 6 }]),
              ],
              { anchor: "ctr", inset: [0, 0] },
            )
          )
        })
        .join("") +
      bullets(
        [0.72, 4.6, 11.9, 1.5],
        [
          "**要备份的有三样：** 数据库、上传的文件、配置。缺了哪一样，都恢复不出完整的文库。",
          "**没有恢复过的备份，只能算一个愿望。** 每个季度在另一台机器上恢复一次，记下用了多久。",
        ],
      ) +
      note(6.1, "具体的命令和脚本，见本站的《自建服务器备份指南》。"),
  },
  {
    title: "每周半小时",
    shapes:
      table(
        [0.72, 1.72],
        [
          ["多久一次", "做什么", "看哪里"],
          ["每天", "审核新文档，处理举报", "文档列表、举报"],
          ["每周", "看没有结果的搜索词，补上缺的资料", "搜索记录"],
          ["每周", "给十份文档改标题、补摘要", "文档列表"],
          ["每月", "看转换失败的文档，找出共同原因", "文档列表，按状态筛选"],
          ["每月", "合并冷清的分类，拆开拥挤的分类", "文档分类"],
          ["每季度", "恢复一次备份，更新一次规则", "另一台机器、文库协议"],
        ],
        [1.8, 6.2, 3.9],
        0.6,
        16,
      ) + note(6.1, "运营文库像照看豆架：不用天天盯着，但要常来看看。"),
  },
]

export const libraryPptx = async () =>
  pptx({
    info: { title: "文库运营入门", subject: "分类、命名、审核、版权与备份", keywords: "文库,运营,分类,命名,审核,版权,备份" },
    slides,
    images: { mark: await pictures.mark(), shelf: await pictures.shelf() },
  })
