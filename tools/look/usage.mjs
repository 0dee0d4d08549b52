export const usage = `用法：npm run look -- [选项]

把每个页面在各种宽度、明暗和数据下的样子拍成一张张对照图，逐个检查，放进一个文件夹，给人看，也可以附在合并请求里。先运行 npm run build。

  --out DIR        放到哪里（默认 look）
  --states LIST    empty（空站）、6（六份文档）、54（五十四份各种格式的文档）、hostile（刁钻的名字），默认全部
  --screens LIST   名字里有这些字的页面，例如 home,document,admin/user；默认全部
  --without LIST   名字里有这些字的页面除外，例如 admin
  --widths LIST    默认 375,768,1280,1920
  --themes LIST    默认 light,dark
  --checks LIST    text（不小于 12 像素的字）、axe（无障碍和对比度）、narrow（320 像素宽时不横向滚动）、focus（用 Tab 走一遍，每一站都看得出焦点），默认全部；none 是只拍照
  --help           显示这段说明`
