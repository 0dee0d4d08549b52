// 部门周报 模板.pptx: six slides to be filled in.
import { ink } from "./art.mjs"
import { pptx, shape, table } from "./slides.mjs"

const [orange, deep, pale] = ["#d9662b", "#7a3413", "#fdf0e6"]
const lead = (text) => shape([0.72, 1.52, 11.9, 0.44], [text], { size: 15, color: ink.second, inset: [0, 0.02] })
const card = (x, w, name, value, line, fill = "#ffffff") =>
  shape(
    [x, 2.2, w, 1.7],
    [
      [name, { size: 14, color: fill === orange ? "#fdf0e6" : ink.second }],
      [value, { size: 34, bold: true, color: fill === orange ? "#ffffff" : deep, gap: 2 }],
      [line, { size: 12, color: fill === orange ? "#fdf0e6" : ink.third, gap: 2 }],
    ],
    { fill, line: fill === orange ? undefined : ink.line, round: 0.08, inset: [0.22, 0.16] },
  )
const bar = (y, name, done) =>
  shape([0.72, y, 2.6, 0.4], [name], { size: 14, inset: [0, 0], anchor: "ctr" }) +
  shape([3.4, y + 0.09, 7.6, 0.22], null, { fill: "#eef0eb", round: 0.1 }) +
  shape([3.4, y + 0.09, 7.6 * (done / 100), 0.22], null, { fill: done < 60 ? "#e0b770" : orange, round: 0.1 }) +
  shape([11.2, y, 1.2, 0.4], [`${done}%`], { size: 14, bold: true, color: deep, inset: [0, 0], anchor: "ctr" })

const slides = [
  {
    title: "部门周报",
    subtitle: "第 47 周　2026.11.16 – 11.20",
    back:
      shape([0, 0, 13.34, 7.5], null, { fill: pale }) +
      shape([8.3, 0, 5.04, 7.5], null, { fill: orange }) +
      shape([8.3, 4.6, 5.04, 2.9], null, { fill: "#b94f1b" }),
    shapes:
      shape([8.7, 0.7, 4.3, 1.6], ["47"], { size: 96, bold: true, color: "#ffffff", align: "r", inset: [0, 0] }) +
      shape([8.7, 5.0, 4.3, 1.9], ["本周一句话", ["搜索改版按期上线，\n反馈问题 12 个已解决 9 个。", { size: 18, bold: true, gap: 6 }]], {
        size: 13,
        color: "#ffffff",
        inset: [0, 0],
      }) +
      shape([1.1, 3.72, 0.9, 0.08], null, { fill: orange }) +
      shape(
        [1.1, 5.9, 6.6, 0.8],
        ["部门：＿＿＿＿＿＿　　汇报人：＿＿＿＿＿＿", ["橙色数字与文字都可以直接改", { size: 11, color: ink.third, gap: 6 }]],
        { size: 14, color: ink.second, inset: [0, 0] },
      ),
  },
  {
    title: "本周概览",
    shapes:
      lead("先给结论：完成了几件、差几件、有没有需要帮忙的事。") +
      card(0.72, 2.8, "完成事项", "9 / 11", "计划完成率 82%", orange) +
      card(3.76, 2.8, "上线版本", "2", "搜索改版、移动端修复") +
      card(6.8, 2.8, "问题关闭", "9 / 12", "其余 3 个排入下周") +
      card(9.84, 2.78, "需要支持", "1", "测试环境扩容") +
      bar(4.35, "搜索改版", 100) +
      bar(4.95, "移动端适配", 80) +
      bar(5.55, "资料整理", 65) +
      bar(6.15, "数据看板", 40),
  },
  {
    title: "重点工作",
    shapes: table(
      [0.72, 1.72],
      [
        ["事项", "进展", "结果或数据", "负责人"],
        ["搜索改版", "周三上线，灰度两天后全量", "无结果率 21% → 6%", "林"],
        ["移动端适配", "完成 12 个页面，余 3 个", "崩溃率 0.4% → 0.1%", "周"],
        ["资料整理", "归类 860 份，重命名 320 份", "重复文件减少 18%", "陈"],
        ["数据看板", "指标定义完成，等待接口", "下周三联调", "吴"],
      ],
      [2.2, 4.4, 3.7, 1.6],
      0.78,
      15,
    ),
  },
  {
    title: "问题与风险",
    shapes: table(
      [0.72, 1.72],
      [
        ["问题", "影响", "应对", "需要谁"],
        ["测试环境磁盘不足", "转换任务排队，验证变慢", "先清理旧版本，申请扩容 200 GB", "运维"],
        ["接口延期三天", "看板联调顺延", "先用样例数据联调，周三补正式接口", "数据组"],
        ["节前人手减少", "客服响应变慢", "常见问题置顶，轮班到 20 点", "全员"],
      ],
      [2.8, 3.1, 4.4, 1.6],
      0.86,
      15,
    ),
  },
  {
    title: "下周计划",
    shapes: table(
      [0.72, 1.72],
      [
        ["优先级", "事项", "完成标准", "时间"],
        ["高", "移动端余下 3 个页面", "真机走查通过，无横向滚动", "周二"],
        ["高", "看板联调", "五个指标与报表一致", "周四"],
        ["中", "资料整理第二批", "再归类 600 份", "周五"],
        ["低", "新人手册", "写完前三章，组内评审", "周五"],
      ],
      [1.5, 3.9, 4.7, 1.8],
      0.78,
      15,
    ),
  },
  {
    title: "怎样写好一份周报",
    shapes: shape(
      [0.72, 1.8, 11.9, 4.6],
      [
        "结论在前：第一页就能看懂这一周怎么样。",
        "写结果，不写忙碌：“无结果率 21% → 6%”，比“优化了搜索”有用。",
        "坏消息早说：风险写清影响、应对和需要谁。",
        "计划写完成标准：别人能据此判断做没做完。",
        "只留六页：讲得清楚比写得多重要。用时删去本页。",
      ].map((line, i) => [line, { gap: i ? 16 : 0 }]),
      { size: 20, bullet: true, inset: [0, 0.02] },
    ),
  },
]

export const weeklyPptx = () =>
  pptx({ info: { title: "部门周报 模板", subject: "六页周报", keywords: "周报,PPT,模板,汇报,工作总结" }, slides, images: {} })
