import { areas } from "./run.mjs"

export const usage = `用法：npm run attack -- [选项]

  --server 网址       攻击一个正在运行的站点（默认自己启动一个，用临时的数据）
  --admin 名:密码     这个站点的管理员，用来建立和删除攻击用的账号
  --area 区域,区域    只做这些区域：${Object.keys(areas).join("、")}
  --short             只做快的
  --no-build          源码改过也不重新编译
  --help              显示这段说明

只攻击你自己的站点。有一次得逞就以 1 结束。`
