import { badgeOf, kindOf, kinds } from "@/lib/contract/library/document.formats"

/** The coloured badge of a file format, by extension with dot (".pdf"). */
export const Kind = ({ ext }: { ext: string }) => <span className={`kind kind-${kinds[kindOf(ext)].style}`}>{badgeOf(ext)}</span>

export const Vip = () => <span className="vip">VIP</span>
