/** Stems are looked for at these distances, in thousandths of the em. */
const STEP = 16
/** A stem is at most this thick, and at least this long and this many times as long as thick. */
const THICKEST = 140
const SHORTEST = 150
const SLENDER = 2.5
/** By how much a stem may move or change from one step to the next. */
const DRIFT = 7
const CURVE_PARTS = 6

/** Returns the closed polygons of an outline as the converter writes it (M, l, h, v, c, z), in thousandths of the em. */
export function polygonsOf(outline) {
  const polygons = []
  let points = []
  let [x, y] = [0, 0]
  for (const [, command, rest] of outline.matchAll(/([Mlhvcz])([^Mlhvcz]*)/g)) {
    const numbers = (rest.match(/-?\d*\.?\d+/g) ?? []).map(Number)
    if (command === "M") {
      if (points.length > 2) polygons.push(points)
      ;[x, y] = numbers
      points = [[x, y]]
    } else if (command === "h") points.push([(x += numbers[0]), y])
    else if (command === "v") points.push([x, (y += numbers[0])])
    else if (command === "l") points.push([(x += numbers[0]), (y += numbers[1])])
    else if (command === "c")
      for (let at = 0; at + 5 < numbers.length; at += 6) {
        const [ax, ay, bx, by, dx, dy] = numbers.slice(at, at + 6)
        for (let part = 1; part <= CURVE_PARTS; part++) {
          const t = part / CURVE_PARTS
          const [p, q, r] = [3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t ** 3]
          points.push([x + p * ax + q * bx + r * dx, y + p * ay + q * by + r * dy])
        }
        ;[x, y] = [x + dx, y + dy]
      }
  }
  if (points.length > 2) polygons.push(points)
  return polygons
}

/** Returns the inked intervals along the line `at` of one axis, by the non-zero rule. `axis`: 0 cuts at an x, 1 at a y. */
function intervalsAt(polygons, at, axis) {
  const crossings = []
  for (const polygon of polygons)
    polygon.forEach((from, index) => {
      const to = polygon[(index + 1) % polygon.length]
      const [a, b] = [from[axis], to[axis]]
      if (a <= at === b <= at) return
      const other = 1 - axis
      crossings.push([from[other] + ((at - a) / (b - a)) * (to[other] - from[other]), b > a ? 1 : -1])
    })
  crossings.sort((one, next) => one[0] - next[0])
  const intervals = []
  let [winding, start] = [0, 0]
  for (const [value, direction] of crossings) {
    if (winding === 0) start = value
    winding += direction
    if (winding === 0 && value > start) intervals.push([start, value])
  }
  return intervals
}

/**
 * Returns the straight strokes of a glyph along one axis: `from` to `to` along the stroke, `low` to `high` across it, in thousandths of
 * the em. `axis` 0: horizontal strokes.
 */
function stemsAlong(polygons, axis) {
  const values = polygons.flat().map((point) => point[axis])
  const stems = []
  let open = []
  const close = (stem) => {
    const length = stem.to - stem.from
    if (length >= SHORTEST && length >= SLENDER * (stem.high - stem.low)) stems.push(stem)
  }
  for (let at = Math.min(...values) + STEP / 2; at <= Math.max(...values); at += STEP) {
    const intervals = intervalsAt(polygons, at, axis).filter(([low, high]) => high - low <= THICKEST)
    const next = []
    for (const stem of open) {
      const match = intervals.findIndex(([low, high]) => Math.abs(low - stem.low) <= DRIFT && Math.abs(high - stem.high) <= DRIFT)
      if (match < 0) {
        close(stem)
        continue
      }
      intervals.splice(match, 1)
      next.push({ ...stem, to: at })
    }
    for (const [low, high] of intervals) next.push({ from: at, to: at, low, high })
    open = next
  }
  open.forEach(close)
  return stems.map((stem) => ({ ...stem, horizontal: axis === 0 }))
}

/** Returns the horizontal and vertical strokes of an outline. */
export function stemsOf(outline) {
  const polygons = polygonsOf(outline)
  return polygons.length ? [...stemsAlong(polygons, 0), ...stemsAlong(polygons, 1)] : []
}

/** Runs in the browser. Returns the outlines of a page's glyphs and where they are: outline number and matrix to points. */
export function glyphsOn(svg) {
  const parsed = new DOMParser().parseFromString(svg, "image/svg+xml")
  const outlines = []
  const numbers = new Map()
  const numberOf = (data) => {
    if (!numbers.has(data)) numbers.set(data, outlines.push(data) - 1)
    return numbers.get(data)
  }
  const outlineOf = (id) => {
    const target = parsed.getElementById(id)
    const path = target?.tagName === "marker" ? target.firstElementChild : target
    return path?.tagName === "use" ? outlineOf(path.getAttribute("href")?.slice(1) ?? "") : (path?.getAttribute("d") ?? "")
  }
  const pointsOf = (line) => {
    const points = []
    let [x, y] = [0, 0]
    for (const [, command, rest] of line.matchAll(/([Mlh])([^Mlh]*)/g)) {
      const [dx, dy = 0] = rest.match(/-?\d+/g).map(Number)
      ;[x, y] = command === "M" ? [dx, dy] : [x + dx, y + dy]
      points.push([x, y])
    }
    return points
  }
  const glyphs = []
  for (const group of parsed.querySelectorAll("g[transform^='matrix(']")) {
    const matrix = (group.getAttribute("transform")?.match(/-?[\d.]+(?:e-?\d+)?/g) ?? []).map(Number)
    const look = group.closest("[fill]")?.getAttribute("fill") ?? "#000"
    const put = (data, x, y) => data && glyphs.push({ outline: numberOf(data), matrix, x, y, look })
    for (const element of group.children) {
      const marker = /url\(#([\w-]+)\)/.exec(element.getAttribute("style") ?? "")?.[1]
      if (element.tagName === "use")
        put(outlineOf(element.getAttribute("href")?.slice(1) ?? ""), Number(element.getAttribute("x")), Number(element.getAttribute("y")))
      else if (marker) for (const [x, y] of pointsOf(element.getAttribute("d"))) put(outlineOf(marker), x, y)
      else if (element.tagName === "path") {
        const [x, y] = (element.getAttribute("transform")?.match(/-?\d+/g) ?? [0, 0]).map(Number)
        put(element.getAttribute("d"), x, y)
      }
    }
  }
  return { outlines, glyphs }
}
