import type { Capability } from "./converter.port"
import type { FontFiles } from "./font-files"
import type { Tesseract } from "./ocr/tesseract-detection"
import type { OfficeTools, Program } from "./office/office-detection"

const APT = "apt-get install -y --no-install-recommends"

function row(name: string, program: Program | null, enables: string, packages: string): Capability {
  return { name, installed: program !== null, version: program?.version ?? "", enables, install: `${APT} ${packages}` }
}

/** The rows of the admin's 环境 page (docs/reference/conversion.md 1). */
export function describeCapabilities(
  { office, bubblewrap, prlimit }: OfficeTools,
  fonts: FontFiles,
  tesseract: Tesseract | null,
): Capability[] {
  const font = fonts.sans ?? fonts.serif
  return [
    row(
      "LibreOffice",
      office,
      "Word、Excel、PowerPoint、WPS、ODF、RTF 文档的在线预览",
      "libreoffice-writer-nogui libreoffice-calc-nogui libreoffice-impress-nogui",
    ),
    {
      name: "中文字体",
      installed: font !== null,
      version: font?.path.split(/[\\/]/).at(-1) ?? "",
      enables: "未嵌入字体的中文文档按原版式显示",
      install: `${APT} fonts-noto-cjk fonts-arphic-ukai fonts-arphic-uming fonts-liberation2 fonts-crosextra-carlito fonts-crosextra-caladea`,
    },
    row("bubblewrap", bubblewrap, "在沙箱中运行 LibreOffice，文档不能访问网络和服务器上的文件", "bubblewrap"),
    row("prlimit", prlimit, "限制 LibreOffice 占用的内存和 CPU 时间", "util-linux"),
    row("tesseract", tesseract, "识别扫描件里的中文和英文，可以选中、搜索", "tesseract-ocr tesseract-ocr-chi-sim tesseract-ocr-eng"),
  ]
}
