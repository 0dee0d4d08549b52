import { roles } from "./openapi-roles.mjs"
import { areas } from "./run.mjs"

export const usage = `用法：npm run attack -- [选项]
      npm run attack -- openapi [--as 身份,身份] [--requests N] [--seconds N] [--examples N] [--seed N] [--no-build]
      npm run attack -- fuzz [--minutes N] [--seed N]

  --server 网址       攻击一个正在运行的站点（默认自己启动一个，用临时的数据）
  --admin 名:密码     这个站点的管理员，用来建立和删除攻击用的账号
  --area 区域,区域    只做这些区域：${Object.keys(areas).join("、")}
  --short             只做快的
  --no-build          源码改过也不重新编译
  --help              显示这段说明

只攻击你自己的站点。有一次得逞就以 1 结束。

openapi：用 schemathesis（要先装好：pip install schemathesis，或用环境变量 SCHEMATHESIS_PATH 指明）按接口文档向一个临时站点发送
合乎文档和不合文档的请求，看每个回答是不是和文档一致。它只连接 127.0.0.1，也只攻击自己启动的站点。

  --as 身份,身份      用这些身份各做一遍：${Object.entries(roles)
    .map(([name, label]) => `${name} ${label}`)
    .join("、")}（默认全部）
  --requests N        每种身份最多发送多少个请求（默认 6000）
  --seconds N         每种身份最多用多少秒（默认 900）
  --examples N        每个接口随机试多少次（默认 20）
  --seed N            随机数的种子，用来重做同一次

fuzz：五种人用接口文档、见过的编号、边界值和错的类型随机请求（默认 60 分钟）。不许有 500，不许动别人的数据，不许看到不该看的字段。
npm test 里跑 10 秒。`
