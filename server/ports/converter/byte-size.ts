const UNITS = ["B", "KB", "MB", "GB", "TB"]

/** Formats a number of bytes for readers: "0 B", "12.3 KB". */
export function byteSize(bytes: number): string {
  let [size, unit] = [Math.max(0, bytes), 0]
  while (size >= 1024 && unit < UNITS.length - 1) [size, unit] = [size / 1024, unit + 1]
  return `${unit === 0 ? size : Math.round(size * 10) / 10} ${UNITS[unit]}`
}
