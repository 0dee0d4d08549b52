// The words that make up titles, keywords and texts.

/** @param {string} text */
const split = (text) => text.trim().split(/\s+/)

/** Root categories with their subcategories, and the subjects of their documents. */
export const fields = [
  {
    title: "高等教育",
    children: split("理学 工学 文学 经济学 管理学 法学 艺术学"),
    subjects: split("高等数学 线性代数 概率论 大学物理 有机化学 数据结构 操作系统 计算机网络 微观经济学 宏观经济学 古代文学 数字电路"),
  },
  {
    title: "基础教育",
    children: split("小学 初中 高中 竞赛 幼儿园 家庭教育"),
    subjects: split("小学语文 小学数学 初中英语 初中物理 高中化学 高中历史 高中地理 生物实验 作文训练 阅读理解 奥数专题 启蒙拼音"),
  },
  {
    title: "医疗卫生",
    children: split("临床医学 护理 药学 公共卫生 中医 检验"),
    subjects: split("临床护理 内科诊断 外科手术 药物分析 针灸推拿 儿科喂养 急救处置 影像检查 慢病管理 疫苗接种 康复训练 病案书写"),
  },
  {
    title: "工程技术",
    children: split("建筑 机械 电气 化工 通信 水利 交通"),
    subjects: split("建筑设计 施工组织 钢结构 混凝土 机械制图 数控加工 变压器 继电保护 光纤通信 桥梁检测 给水排水 道路养护"),
  },
  {
    title: "经济管理",
    children: split("财务 市场 人力资源 项目管理 物流 创业"),
    subjects: split("财务管理 成本会计 市场营销 品牌策划 绩效考核 招聘面试 供应链 仓储管理 项目预算 创业计划 税务筹划 内部审计"),
  },
  {
    title: "法律文书",
    children: split("合同 诉讼 劳动 知识产权 公司法务"),
    subjects: split("劳动合同 租赁合同 买卖合同 民事起诉 行政复议 专利申请 商标注册 股权转让 保密协议 遗嘱继承 交通事故 公司章程"),
  },
  {
    title: "办公模板",
    children: split("总结 计划 演讲 简历 通知 表格"),
    subjects: split("年终总结 工作计划 述职报告 会议纪要 求职简历 活动方案 值班表格 采购清单 培训记录 考勤统计 周报模板 演讲稿件"),
  },
  {
    title: "计算机",
    children: split("编程语言 数据库 前端 运维 人工智能 网络安全"),
    subjects: split("Python编程 Java基础 Linux运维 PostgreSQL 前端工程 机器学习 深度学习 图像识别 网络安全 数据挖掘 云计算 嵌入式开发"),
  },
  {
    title: "生活休闲",
    children: split("烹饪 旅行 健身 园艺 摄影 宠物"),
    subjects: split("家常烹饪 烘焙入门 城市旅行 徒步路线 力量训练 瑜伽动作 阳台园艺 多肉养护 人像摄影 后期修图 宠物饲养 收纳整理"),
  },
  {
    title: "考试认证",
    children: split("公务员 教师资格 会计 英语 建造师 研究生"),
    subjects: split("行政能力 申论写作 教师资格 初级会计 英语四级 英语六级 雅思听力 建造师 考研政治 考研英语 驾驶理论 普通话"),
  },
]

export const aspects = split(`基本概念 核心原理 常见问题 典型案例 实验步骤 计算方法 质量控制 安全规范 风险评估 流程优化 历史沿革 发展趋势
  操作要点 设备选型 数据分析 成本估算 验收标准 考点归纳 易错题型 单元测试 期中复习 期末冲刺 课堂笔记 教学设计 研究综述 现场管理
  入门指南 进阶技巧 参考答案 实践报告 调查问卷 环境影响 政策解读 行业对比 用户体验 维护保养 故障排查 应急预案 团队协作 信息公开`)

export const kinds = split(`复习提纲 期末试题 课程讲义 实验报告 设计方案 管理制度 学习笔记 真题解析 培训课件 范本 手册 白皮书 论文 教案 汇编
  说明书 工作表 调研报告 实施细则 练习册`)

export const places =
  split(`北京 上海 广州 深圳 杭州 成都 武汉 南京 西安 重庆 苏州 天津 长沙 青岛 大连 厦门 昆明 合肥 郑州 沈阳 济南 福州 南昌
  贵阳 兰州 太原 石家庄 哈尔滨 长春 海口`)

export const things = split(`方法 结果 数据 模型 方案 标准 过程 条件 资料 指标 材料 设备 人员 时间 预算 合同 样本 图表 公式 参数 章节 步骤
  目标 原因 结论 误差 温度 压力 速度 湿度 接口 模块 文件 记录 清单 报告 计划 任务 问题 经验`)

const actions = split(`分析 整理 比较 检查 记录 计算 说明 总结 讨论 核对 评估 调整 改进 复核 归纳 推导 测量 安排 落实 公布`)
const people = split("教师 学生 工程师 护士 主管 审计员 读者 用户 家长 研究者 班组长 实习生")
const times = split("春季 夏季 秋季 冬季 上午 下午 月底 年初 开学前 竣工后 第一季度 第三季度 周末 假期")
const adjectives = split("详细 简单 完整 准确 可靠 常用 重要 特殊 稳定 明显 合理 清晰")

export const words = { actions, people, times, adjectives }

export const surnames = [..."王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕"]
export const givenNames = split(`书雅 子涵 明远 思源 浩然 雨桐 志强 晓燕 建华 文静 嘉怡 俊杰 欣然 国栋 慧敏 海峰 婉清 一鸣 若兰 天宇 佳宁
  立新 春梅 永康 诗涵 博文 丽君 少华 景行 知秋`)
