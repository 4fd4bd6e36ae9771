import type { Composition } from './sheet.ts'
import { MARGIN, MEASURE, setAuthor, setTitle } from './sheet.ts'
import { circle, pane, path, rect, times } from './shapes.ts'

/** The motif fills the cover; the title is in a plain field above or below it. */
export const motif: Composition = (sheet) => {
  const { ground, text, second } = sheet.colours
  const long = sheet.title.length > 60
  const below = sheet.roll(3) === 0
  const grid = sheet.roll(4) === 0
  const place = {
    face: 'book',
    x: MARGIN,
    y: 38,
    width: MEASURE,
    height: long ? 118 : 84,
    max: 33,
    min: 9.5,
    fill: text,
  } as const
  const title = setTitle(sheet, place)
  const field = Math.max(100, title.bottom + 16)
  const height = 300 - field
  const top = below ? 0 : field
  const art = sheet.motif(sheet.inksOn(second))
  const one = pane(
    0,
    top,
    200,
    height,
    rect(-60, -60, 220, 220, second) + art,
    height > 180 ? '0 0 100 100' : `0 ${50 - height / 4} 100 ${height / 2}`,
  )
  const side = Math.min(84, height / 2 - 12)
  const gap = (200 - 2 * side) / 3
  const above = Math.min(gap, (height - 2 * side) / 3)
  const four = times(4, (at) =>
    pane(
      gap + (at % 2) * (side + gap),
      top + (height - 2 * side - above) / 2 + Math.floor(at / 2) * (side + above),
      side,
      side,
      art,
    ),
  )
  return (
    rect(0, 0, 200, 300, ground) +
    rect(0, top, 200, height, second) +
    (grid ? four : one) +
    setAuthor(sheet, { fill: text, y: below ? height + MARGIN : MARGIN, height: 20 }).draw() +
    title.draw(below ? height : 0)
  )
}

/** Two fields and one disc: a horizon, a slope, a quarter, a half. */
export const split: Composition = (sheet) => {
  const { ground, text, second, onSecond, accent } = sheet.colours
  const long = sheet.title.length > 60
  const kind = long ? 0 : sheet.roll(5)
  const horizon = long ? 132 : 170
  const [sun, radius] = [sheet.roll(3) * 36 + 64, long ? 46 : 62]
  const title = (fill: string, y: number) =>
    setTitle(sheet, {
      face: 'display',
      x: MARGIN,
      y,
      width: MEASURE,
      height: 286 - y,
      max: 36,
      min: 9.5,
      fill,
      verticalAlign: 'bottom',
    }).draw()
  const kinds = [
    () =>
      rect(0, 0, 200, horizon, second) +
      circle(sun, horizon - radius * 0.7, radius, accent) +
      rect(0, horizon, 200, 300 - horizon, ground) +
      title(text, horizon + 14) +
      setAuthor(sheet, { fill: onSecond }).draw(),
    () =>
      path('M0 300V196L200 96v204z', second) +
      circle(58, 118, 32, accent) +
      title(onSecond, 214) +
      setAuthor(sheet, { fill: text }).draw(),
    () =>
      path('M0 300V96l200 100v104z', second) +
      circle(142, 118, 32, accent) +
      title(onSecond, 214) +
      setAuthor(sheet, { fill: text }).draw(),
    () =>
      rect(0, 50, 200, 130, second) +
      path('M0 50h130A130 130 0 0 1 0 180z', accent) +
      title(text, 194) +
      setAuthor(sheet, { fill: text }).draw(),
    () =>
      path('M0 190a100 100 0 0 1 200 0z', second) +
      path('M32 190a68 68 0 0 1 136 0z', accent) +
      path('M64 190a36 36 0 0 1 72 0z', ground) +
      rect(0, 190, 200, 3, second) +
      title(text, 204) +
      setAuthor(sheet, { fill: text }).draw(),
  ]
  return rect(0, 0, 200, 300, ground) + (kinds[kind]?.() ?? '')
}

/** For a title that our fonts cannot set: a pattern of the motif, without text. */
export const wordless: Composition = (sheet) => {
  const { ground, text, second, accent } = sheet.colours
  const [columns, rows] = [
    [2, 3],
    [1, 1],
    [4, 6],
  ][sheet.roll(3)] as [number, number]
  const head = sheet.author ? 40 : 0
  const [width, height] = [200 / columns, (300 - head) / rows]
  const side = Math.min(width, height) * 0.86
  return (
    rect(0, 0, 200, 300, ground) +
    times(columns * rows, (at) => {
      const [x, y] = [(at % columns) * width, head + Math.floor(at / columns) * height]
      const field = (at + Math.floor(at / columns)) % 2 || columns === 1 ? second : ground
      return (
        rect(x, y, width, height, field) +
        pane(x + (width - side) / 2, y + (height - side) / 2, side, side, sheet.motif(sheet.inksOn(field)))
      )
    }) +
    rect(0, head && head - 4, 200, 4, accent) +
    setAuthor(sheet, { fill: text, height: 20 }).draw()
  )
}
