import { coverGenre } from '#contract/shapes/genres.ts'
import { dressOf } from '#covers/draw-cover.ts'
import type { BookDetail } from '#contract/books.ts'
import '#web/fonts/narrow.css'
import { isRightToLeft, setQuote } from './set-quote.ts'

export type DrawnBook = Pick<BookDetail, 'title' | 'author' | 'genre' | 'coverSeed'>

export const SIDE = 1200
const MARGIN = 96
const ROOM = SIDE - 2 * MARGIN
const QUOTE = { width: ROOM, height: 760, max: 84, min: 28, lead: 1.32 }
const LINE_Y = 928
const MOTIF = 176
const serif = (size: number) => `400 ${size}px Literata, Amiri, 'Noto Serif JP Variable', serif`
const sans = (size: number) => `600 ${size}px 'Instrument Sans', Literata, Amiri, 'Noto Serif JP Variable', sans-serif`

/** Draws a quote in the colours of its book's cover, with the motif of its genre, on a canvas of `SIDE` pixels. */
export const drawQuote = async (canvas: HTMLCanvasElement, quote: string, book: DrawnBook): Promise<void> => {
  const context = canvas.getContext('2d')
  if (!context) throw new Error('There is no canvas')
  const genre = coverGenre(book.genre)
  const { colours, motif } = dressOf({ ...book, genre, seed: book.coverSeed ?? 0 })
  const picture = await pictureOf(motif)
  await Promise.all([document.fonts.load(serif(48), quote + book.title), document.fonts.load(sans(34), book.author)])
  canvas.width = canvas.height = SIDE
  context.fillStyle = colours.ground
  context.fillRect(0, 0, SIDE, SIDE)
  context.fillStyle = colours.text
  context.fillRect(MARGIN, LINE_Y, ROOM, 4)
  context.drawImage(picture, SIDE - MARGIN - MOTIF, LINE_Y + 40, MOTIF, MOTIF)

  const measureIn = (fontOf: (size: number) => string) => (text: string, size: number) => {
    context.font = fontOf(size)
    return context.measureText(text).width
  }
  /** Writes a line from the side on which its script begins. */
  const write = (text: string, { y, room, isFromRight }: { y: number; room: number; isFromRight: boolean }) => {
    context.textAlign = 'start'
    context.direction = isFromRight ? 'rtl' : 'ltr'
    context.fillText(text, isFromRight ? MARGIN + room : MARGIN, y)
  }
  const writeLine = (text: string, y: number, fontOf: (size: number) => string, size: number) => {
    const box = { width: ROOM - MOTIF - 48, height: size, max: size, min: size, lead: 1 }
    const [line = ''] = setQuote(text, measureIn(fontOf), box).lines
    context.font = fontOf(size)
    write(line, { y, room: box.width, isFromRight: isRightToLeft(text) })
  }

  const { lines, size } = setQuote(quote, measureIn(serif), QUOTE)
  const top = MARGIN + (QUOTE.height - lines.length * size * QUOTE.lead) / 2 + size
  const isFromRight = isRightToLeft(quote)
  context.font = serif(size)
  for (const [at, line] of lines.entries()) write(line, { y: top + at * size * QUOTE.lead, room: ROOM, isFromRight })
  writeLine(book.title, LINE_Y + 100, serif, 46)
  writeLine(book.author, LINE_Y + 160, sans, 34)
}

const pictureOf = async (svg: string): Promise<HTMLImageElement> => {
  const picture = new Image()
  picture.src = `data:image/svg+xml,${encodeURIComponent(svg)}`
  await picture.decode()
  return picture
}
