import { luminance } from './contrast.ts'
import type { Composition } from './sheet.ts'
import { MARGIN, MEASURE, setAuthor, setTitle } from './sheet.ts'
import { circle, line, outline, pane, path, rect, times } from './shapes.ts'

/** A title on a band across the cover, under ruled lines, over a row of the motif. */
export const band: Composition = (sheet) => {
  const { ground, text, second, onSecond, accent } = sheet.colours
  const place = {
    face: 'book',
    x: MARGIN,
    y: 0,
    width: MEASURE,
    height: 116,
    max: 42,
    min: 10,
    fill: onSecond,
    verticalAlign: 'middle',
  } as const
  const title = setTitle(sheet, place)
  const height = Math.max(88, title.bottom - title.top + 36)
  const frieze = 50
  const y = sheet.roll(2) ? 300 - frieze - 16 - height : 76
  const below = y + height
  const rules = [
    () => times(6, (at) => rect(0, y - 8 - at * 6.5, 200, 5 - at * 0.8, at === 5 ? second : accent)),
    () => times(2, (at) => rect(0, y - 8 - at * 9, 200, 4, at ? second : accent)),
    () => times(11, (at) => circle(at * 20, y - 12, 5, at % 2 ? second : accent)),
    () => line(`M0 ${y - 8}${times(10, () => 'l10-10 10 10')}`, accent, 4),
  ]
  const room = 300 - below
  const tile = Math.min(room - 28, frieze)
  const count = Math.max(3, Math.round(MEASURE / (tile * 1.35)))
  const step = (MEASURE - tile) / (count - 1)
  const row = times(count, (at) =>
    pane(MARGIN + at * step, below + (room - tile) / 2, tile, tile, sheet.motif(sheet.inksOn(ground))),
  )
  return (
    rect(0, 0, 200, 300, ground) +
    (rules[sheet.roll(4)]?.() ?? '') +
    rect(0, y, 200, height, second) +
    title.draw(y + (height - 116) / 2) +
    setAuthor(sheet, { fill: text }).draw() +
    row
  )
}

const corners = (fill: string) =>
  [
    [20, 20],
    [180, 20],
    [20, 280],
    [180, 280],
  ]
    .map(([x = 0, y = 0]) => circle(x, y, 3.4, fill))
    .join('')

/** A centred layout inside a frame: the motif in the middle, in an arch or in a medallion. */
export const frame: Composition = (sheet) => {
  const { ground, text, second, accent } = sheet.colours
  const long = sheet.title.length > 50
  const kind = long ? 0 : sheet.roll(3)
  const art = sheet.motif(sheet.inksOn(kind === 2 ? second : ground))
  const title = (y: number, height: number, max: number) =>
    setTitle(sheet, {
      face: 'book',
      x: 31,
      y,
      width: 138,
      height,
      max,
      min: 8.5,
      fill: text,
      align: 'middle',
      verticalAlign: 'middle',
    }).draw()
  const author = (y: number, verticalAlign: 'top' | 'bottom') =>
    setAuthor(sheet, { fill: text, x: 34, y, width: 132, height: 24, align: 'middle', verticalAlign }).draw()
  const kinds = [
    () => outline(18, 18, 164, 264, second) + author(30, 'top') + title(60, 122, 36) + pane(66, 196, 68, 68, art),
    () =>
      outline(18, 18, 164, 264, accent, 2) +
      outline(22, 22, 156, 256, second) +
      corners(ground) +
      corners(accent) +
      pane(44, 40, 112, 112, art) +
      title(162, 82, 30) +
      author(248, 'bottom'),
    () =>
      path('M38 182V96a62 62 0 0 1 124 0v86z', second) +
      line('M32 188V96a68 68 0 0 1 136 0v92z', accent, 1.6) +
      pane(56, 66, 88, 88, art) +
      title(198, 48, 25) +
      author(254, 'bottom'),
  ]
  return rect(0, 0, 200, 300, second) + rect(10, 10, 180, 280, ground) + (kinds[kind]?.() ?? '')
}

/** A patterned background with a label for the text. */
export const label: Composition = (sheet) => {
  const { ground, text, second, onSecond } = sheet.colours
  const light = luminance(ground) > luminance(second)
  const [paper, ink, back] = light ? [ground, text, second] : [second, onSecond, ground]
  const art = sheet.motif(sheet.inksOn(back))
  const [columns, brick, low] = [3 + sheet.roll(3), sheet.roll(2), sheet.roll(3) === 0]
  const cell = 200 / columns
  const rows = Math.ceil(300 / cell) + 1
  const pattern = times(rows, (row) =>
    times(columns + brick, (column) =>
      pane(
        (column - (brick && row % 2 ? 0.5 : 0)) * cell + cell * 0.09,
        row * cell + cell * 0.09,
        cell * 0.82,
        cell * 0.82,
        art,
      ),
    ),
  )
  const place = {
    face: 'book',
    x: 36,
    y: 0,
    width: 128,
    height: 78,
    max: 27,
    min: 8,
    fill: ink,
    align: 'middle',
  } as const
  const title = setTitle(sheet, place)
  const author = setAuthor(sheet, { fill: ink, x: 36, y: 0, width: 128, height: 22, align: 'middle' })
  const height = Math.max(78, title.bottom + author.bottom + 38)
  const y = low ? 240 - height : 44
  const from = y + (height - title.bottom - author.bottom - 10) / 2
  return (
    rect(0, 0, 200, 300, back) +
    pattern +
    rect(24, y, 152, height, paper) +
    outline(28, y + 4, 144, height - 8, ink, 0.8) +
    title.draw(from) +
    author.draw(from + title.bottom + 10)
  )
}
