import { cleanText } from '#covers/clean-text.ts'
import { drawCover } from '#covers/draw-cover.ts'
import type { Cover } from '#covers/draw-cover.ts'
import { loadSharp } from '#server/platform/images/load-sharp.ts'
import { outlineSetter } from './outline-text.ts'

const WIDTH = 800
const HEIGHT = 1200
const DOTS_PER_INCH_OF_ONE_UNIT = 72
const UNITS_ACROSS = 200

/** The generated cover of a book, 800 x 1200, as PNG: the drawing that the upload form shows, its text as outlines. */
export const drawCoverImage = async (cover: Omit<Cover, 'avoid'>): Promise<Buffer> => {
  const svg = drawCover(cover, await outlineSetter(cleanText(cover.title) + cleanText(cover.author)))
  const sharp = await loadSharp()
  return sharp(Buffer.from(svg), { density: (DOTS_PER_INCH_OF_ONE_UNIT * WIDTH) / UNITS_ACROSS })
    .resize(WIDTH, HEIGHT, { fit: 'fill' })
    .png()
    .toBuffer()
}
