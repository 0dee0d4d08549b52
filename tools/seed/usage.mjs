export const usage = `用法：npm run seed -- [选项]

往一个新的数据目录里放入许多像真的一样的中文文档和文章，用来试用和测量。文件本身没有，只有最新的文档有页面图。

  --documents N  文档（默认 100000）
  --articles N   文章（默认 20000）
  --users N      用户（默认文档的百分之一，最少 20）
  --pictures N   给最新的多少份文档画页面图和封面（默认 240）
  --data DIR     数据目录（默认 data）；设置了 DATABASE_URL 时放进那个数据库
  --force        已经有文档或文章也放，加在后面
  --help         显示这段说明`
