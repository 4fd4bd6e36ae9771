import { GENRES } from '#contract/shapes/genres.ts'
import { cleanText } from './clean-text.ts'
import { type Line, type SetText } from './faces.ts'
import { fitText, heightOf } from './fit-text.ts'
import { isArabic, widthInEms } from './measure-text.ts'
import { clothOf } from './palettes.ts'
import { rect, type Svg } from './shapes.ts'

export const CARD = { width: 1200, height: 630 } as const
const PAPER = '#fbfaf7'
const INK = '#14151c'
const MUTED = '#585a66'
const MARGIN = 72
const ROOM = CARD.width - 2 * MARGIN
/** The line on which the covers stand. */
const SHELF_Y = 540
const COVER = { width: 190, height: 285 } as const
/** The most covers of a card. */
export const CARD_COVERS = 5

/** What a card says: the list's name, whose it is with how many books, and the site's name. */
export interface CardWords {
  name: string
  owner: string
  siteName: string
}

/** Where the covers of a card stand, from the left, in pixels. */
export const coverPlaces = (count: number) =>
  Array.from({ length: Math.min(count, CARD_COVERS) }, (_, at) => ({
    ...COVER,
    left: MARGIN + Math.round((at * (ROOM - COVER.width)) / (CARD_COVERS - 1)),
    top: SHELF_Y - COVER.height,
  }))

/** The card of a list for shared links, without its covers, 1200 x 630; an empty list has a shelf of spines. */
export const drawListCard = (words: CardWords, books: number, setText: SetText): Svg =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${CARD.width} ${CARD.height}">${[
    rect(0, 0, CARD.width, CARD.height, PAPER),
    books === 0 ? spines() : '',
    rect(0, SHELF_Y, CARD.width, 3, INK),
    ...title(cleanText(words.name)).map(setText),
    ...foot(cleanText(words.owner), cleanText(words.siteName)).map(setText),
  ].join('')}</svg>`

const TITLE = { top: 52, width: ROOM, height: 160, max: 76, min: 30 }

const title = (name: string): Line[] => {
  const fitted = fitText(name, 'book', TITLE)
  const { lines, size, lead, rise } = fitted
  const rtl = isArabic(name)
  const top = TITLE.top + (TITLE.height - heightOf(fitted)) / 2 + size * rise
  return lines.map((text, at) => ({
    text,
    size,
    rtl,
    face: 'book',
    fill: INK,
    anchor: 'start',
    x: rtl ? CARD.width - MARGIN : MARGIN,
    y: top + at * size * lead,
  }))
}

const FOOT = { size: 26, y: 592 }

const foot = (owner: string, siteName: string): Line[] => {
  const line = { y: FOOT.y, size: FOOT.size, anchor: 'start', rtl: false } as const
  const name = { face: 'display', fill: INK } as const
  const width = widthInEms(siteName, name.face) * FOOT.size
  const fitting = fitText(owner, 'small', {
    width: ROOM - width - MARGIN,
    height: FOOT.size,
    max: FOOT.size,
    min: FOOT.size,
  })
  return [
    { ...line, text: fitting.lines[0] ?? '', x: MARGIN, face: 'small', fill: MUTED },
    { ...line, ...name, text: siteName, x: CARD.width - MARGIN - width },
  ]
}

const spines = (): Svg =>
  GENRES.map((genre, at) => {
    const width = ROOM / GENRES.length
    const height = 200 + ((at * 37) % 80)
    const { cloth, cloth2 } = clothOf(genre)
    const x = MARGIN + at * width
    return rect(x, SHELF_Y - height, width, height, cloth) + rect(x, SHELF_Y - height + 24, width, 8, cloth2)
  }).join('')
