import { contrast } from './contrast.ts'
import type { Face } from './faces.ts'
import { SMALL_WORD } from './fit-text.ts'
import { isArabic, isJapanese, widthInEms } from './measure-text.ts'
import type { Composition, Sheet } from './sheet.ts'
import { MARGIN, MEASURE, setAuthor, setBlock, setTitle } from './sheet.ts'
import { circle, moved, pane, path, rect, times, turned } from './shapes.ts'
import type { Svg } from './shapes.ts'
import { setColumns } from './set-columns.ts'

const ARTICLE = /^(?:(?:the|an?|la|les?|el|los|las|der|die|das|il)\s+|l['’])(?=\S)/i

const initialOf = (title: string): string => {
  const letter =
    [...title.replace(ARTICLE, '')].find((character) => /[\p{L}\p{N}]/u.test(character)) ?? [...title][0] ?? ''
  const capital = letter.toLocaleUpperCase('en')
  return [...capital].length === 1 ? capital : letter
}

/** The title's first letter, larger than the cover. */
export const initial: Composition = (sheet) => {
  const { ground, text, second, accent } = sheet.colours
  const letter = initialOf(sheet.main)
  const [arabic, japanese] = [isArabic(letter), isJapanese(letter)]
  const author = setAuthor(sheet, { fill: text, height: 20 })
  const title = setTitle(sheet, {
    face: 'book',
    x: MARGIN,
    y: 36,
    width: MEASURE,
    height: 92,
    max: 31,
    min: 9.5,
    fill: text,
  })
  const top = title.bottom + 12
  const ems = widthInEms(letter, 'display')
  const size = japanese ? Math.min(236, (316 - top) * 1.04) : arabic ? 250 : Math.min((300 - top) / 0.69, 240 / ems)
  const x = japanese ? 206 - size * 0.96 : arabic ? 186 : Math.max(8, Math.min(46, 210 - size * ems))
  const y = japanese ? 306 - size * 0.1 : arabic ? 250 : 300
  const big = sheet.setText({ text: letter, x, y, size, face: 'display', fill: second, anchor: 'start', rtl: arabic })
  const spot = arabic || japanese || x < 40 ? '' : circle(24, top + 10, 9, accent)
  return (
    rect(0, 0, 200, 300, ground) +
    pane(0, top - 8, 200, 308 - top, big, `0 ${top - 8} 200 ${308 - top}`) +
    spot +
    author.draw() +
    title.draw()
  )
}

/** The words of a title, one for each line; small words stay with the word that follows them. */
const stackOf = (title: string): string[] => {
  const lines: string[] = []
  let line = ''
  for (const word of title.split(' ')) {
    line = line ? `${line} ${word}` : word
    if (SMALL_WORD.test(word) || line.length < 4) continue
    lines.push(line)
    line = ''
  }
  if (line) lines.push(lines.length ? `${lines.pop()} ${line}` : line)
  return lines
}

const DESCENDS = /[gjpqyç,;цщруф]/

type Row = { word: string; size: number; step: number }

/** Sets each word as wide as the cover, `step` below the previous one, at most `height` high together. */
const rowsOf = (words: string[], face: Face, height: number): Row[] => {
  const [largest, pitch] = face === 'narrow' ? [104, 0.86] : [84, 0.88]
  const sizes = words.map((word) => Math.min(largest, MEASURE / widthInEms(word, face)))
  const below = (at: number) => (DESCENDS.test(words[at] ?? '') ? 0.13 * (sizes[at] ?? 0) : 0)
  const rows = words.map((word, at) => ({ word, size: sizes[at] ?? 0, step: (sizes[at] ?? 0) * pitch + below(at - 1) }))
  const shrink = Math.min(1, height / rows.reduce((sum, { step }) => sum + step, 0))
  return rows.map(({ word, size, step }) => ({ word, size: size * shrink, step: step * shrink }))
}

/** The words of the title in a column, each as wide as the cover. */
export const stack: Composition = (sheet) => {
  const { ground, text, second, accent } = sheet.colours
  const face = sheet.roll(2) ? 'narrow' : 'display'
  const rows = rowsOf(stackOf(sheet.main), face, 218)
  const height = rows.reduce((sum, { step }) => sum + step, 0)
  const loud = [accent, second].find((colour) => contrast(colour, ground) >= 3) ?? text
  const high = sheet.roll(3) === 0 && height < 150
  const lit = rows.length > 1 ? sheet.roll(rows.length) : -1
  let y = high ? MARGIN - 2 : 286 - height
  const lines = rows.map(({ word, size, step }, at) => {
    y += step
    const fill = at === lit ? loud : text
    return sheet.setText({ text: word, x: MARGIN, y: y - size * 0.1, size, face, fill, anchor: 'start', rtl: false })
  })
  const room = 300 - MARGIN * 2 - height - 40
  const side = room > 40 ? Math.min(room, 130) : 0
  const art = sheet.motif(sheet.inksOn(ground))
  const picture = side && pane(MARGIN, high ? 300 - MARGIN - 20 - side : 42, side, side, art)
  const foot = { y: 300 - MARGIN - 24, height: 24, verticalAlign: 'bottom' } as const
  const author = setAuthor(sheet, { fill: text, ...(high ? foot : {}) })
  return rect(0, 0, 200, 300, ground) + (picture || '') + lines.join('') + author.draw()
}

const columnsOf = (sheet: Sheet): Svg => {
  const { ground, text, second, onSecond, accent } = sheet.colours
  const art = sheet.motif(sheet.inksOn(second))
  const japaneseAuthor = isJapanese(sheet.author)
  const author = japaneseAuthor
    ? setColumns(sheet, sheet.author, {
        right: 41,
        top: 20,
        height: 180,
        width: 22,
        max: 15,
        fill: onSecond,
        face: 'book',
      })
    : moved(
        24,
        20,
        turned(
          90,
          setBlock(sheet, sheet.author, {
            face: 'small',
            x: 0,
            y: -11,
            width: 196,
            height: 22,
            max: 12,
            min: 6.5,
            fill: onSecond,
            verticalAlign: 'middle',
          }).draw(),
          0,
          0,
        ),
      )
  return (
    rect(0, 0, 200, 300, ground) +
    rect(0, 0, 60, 300, second) +
    rect(60, 0, 3, 300, accent) +
    pane(7, 240, 46, 46, art) +
    author +
    setColumns(sheet, sheet.main, {
      right: 186,
      top: 20,
      height: 262,
      width: 112,
      max: 62,
      fill: text,
      face: 'display',
    })
  )
}

/** The title is rotated along the side, as on a spine; Japanese is set in vertical columns. */
export const spine: Composition = (sheet) => {
  if (isJapanese(sheet.main)) return columnsOf(sheet)
  const { ground, text, second, onSecond, accent } = sheet.colours
  const place = { face: 'display', x: 0, y: 0, width: 272, height: 96, max: 82, min: 13, fill: onSecond } as const
  const title = setBlock(sheet, sheet.main, place)
  const wide = title.bottom + 24
  const left = 200 - wide
  const size = Math.min(96, left - 24)
  const inks = sheet.inksOn(ground)
  const art = sheet.motif(inks)
  const column = sheet.roll(2) && left > 70
  const tile = column ? Math.min(46, (left - 34) / 1.2) : size
  const pictures = column
    ? times(Math.floor(200 / (tile + 8)), (at) => pane(MARGIN, 286 - tile - at * (tile + 8), tile, tile, art))
    : pane(MARGIN, 286 - size, size, size, art)
  return (
    rect(0, 0, 200, 300, ground) +
    path(`M${left} 0H200V300H${left}z`, second) +
    rect(left - 3, 0, 3, 300, accent) +
    moved(left + 12, 286, turned(-90, title.draw(), 0, 0)) +
    pictures +
    setAuthor(sheet, { fill: text, width: left - MARGIN - 9, height: 46 }).draw()
  )
}
