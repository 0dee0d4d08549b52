import type { Capability } from "./converter.port"
import type { FontFiles } from "./font-files"
import type { Tesseract } from "./ocr/tesseract-detection"
import { extensionsOf } from "./document-formats"
import { officeComponentOf, officeComponents, type Office, type OfficeComponent, type OfficeTools } from "./office/office-detection"
import type { Program } from "./program-detection"

const APT = "apt-get install -y --no-install-recommends"

function row(name: string, program: Program | null, enables: string, packages: string): Capability {
  return { name, installed: program !== null, version: program?.version ?? "", enables, install: `${APT} ${packages}` }
}

/** Returns the notice about the risk without bubblewrap and, if it is installed, how to make it work. */
function sandboxNotice({ setpriv, blocked }: OfficeTools): string {
  const risk = setpriv
    ? "没有沙箱：解析文档和图片的程序以 nobody 用户运行，读不到网站的数据，但连得上网络"
    : "没有沙箱：解析文档和图片的程序读得到网站的数据，也连得上网络"
  const cause =
    "bubblewrap 装了，但系统不允许它建立命名空间，办法见 docs/reference/conversion.md 第 2 节；在容器里请用 compose.yaml 里的 security_opt"
  return blocked ? `${risk}。${cause}` : risk
}

const components: Record<OfficeComponent, { name: string; enables: string }> = {
  writer: { name: "LibreOffice Writer", enables: "Word、WPS 文字、RTF 和 ODT 文档的在线预览" },
  calc: { name: "LibreOffice Calc", enables: "Excel、WPS 表格和 ODS 文档的在线预览" },
  impress: { name: "LibreOffice Impress", enables: "PowerPoint、WPS 演示和 ODP 文档的在线预览" },
  draw: { name: "LibreOffice Draw", enables: "Visio 图和 Publisher 文档的在线预览" },
  math: { name: "LibreOffice Math", enables: "文档里的公式，没有它公式是空白" },
}
const packageOf = (component: OfficeComponent): string => `libreoffice-${component}-nogui`

/** Returns LibreOffice and, if it is installed, a row for each of its components: Debian installs them separately. */
function officeRows(office: Office | null): Capability[] {
  const whole = row(
    "LibreOffice",
    office,
    "Word、Excel、PowerPoint、WPS、ODF、RTF、Visio、Publisher 文档的在线预览",
    officeComponents.map(packageOf).join(" "),
  )
  const formats = extensionsOf("office")
  if (office === null) return [{ ...whole, formats }]
  return [
    whole,
    ...officeComponents.map((component) => {
      const { name, enables } = components[component]
      const here = office.missing?.includes(component) ? null : office
      return { ...row(name, here, enables, packageOf(component)), formats: formats.filter((ext) => officeComponentOf(ext) === component) }
    }),
  ]
}

/** Returns the rows of the admin's 环境 page (docs/reference/conversion.md 1). */
export function describeCapabilities(
  tools: OfficeTools,
  fonts: FontFiles,
  western: { available: readonly string[]; missing: readonly string[] },
  { tesseract, heif }: { tesseract: Tesseract | null; heif: Program | null },
): Capability[] {
  const { office, bubblewrap, prlimit } = tools
  const chinese = [fonts.sans, fonts.serif].filter((font) => font !== null)
  return [
    ...officeRows(office),
    {
      name: "中文字体",
      installed: chinese.length === 2,
      version: chinese.map(({ path }) => path.split(/[\\/]/).at(-1)).join("、"),
      enables: "未嵌入字体的中文文档按原版式显示，宋体和黑体都要有",
      install: `${APT} fonts-noto-cjk fonts-arphic-ukai fonts-arphic-uming`,
    },
    {
      name: "西文字体",
      installed: western.missing.length === 0,
      version: western.available.join("、"),
      enables: "Word 默认的 Calibri、Cambria、Arial、Times New Roman 按原来的宽度排版，不会错行",
      install: `${APT} fonts-crosextra-carlito fonts-crosextra-caladea fonts-liberation`,
    },
    {
      ...row("bubblewrap", bubblewrap, "在沙箱中解析文档和图片：连不上网络，读不到服务器上的其他文件", "bubblewrap"),
      ...(bubblewrap === null && { notice: sandboxNotice(tools) }),
    },
    row("prlimit", prlimit, "限制解析文档的程序占用的内存、CPU 时间和磁盘", "util-linux"),
    row("tesseract", tesseract, "识别扫描件里的中文和英文，可以选中、搜索", "tesseract-ocr tesseract-ocr-chi-sim tesseract-ocr-eng"),
    row("heif-convert", heif, "iPhone 的 HEIC 照片的在线预览", "libheif-examples"),
  ]
}
