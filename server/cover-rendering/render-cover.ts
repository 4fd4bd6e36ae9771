import { cleanText } from '#covers/clean-text.ts'
import { type Cover, drawCover } from '#covers/draw-cover.ts'
import { sharp } from '#server/platform/images/open-sharp.ts'
import { outlineSetter } from './outline-text.ts'

const WIDTH = 800
const HEIGHT = 1200
const DOTS_PER_INCH_OF_ONE_UNIT = 72
const UNITS_ACROSS = 200

/** Renders the generated cover of a book, 800 x 1200, as PNG: the drawing that the upload form shows, with text as outlines. */
export const renderCover = async (cover: Cover): Promise<Buffer> => {
  const svg = drawCover(cover, await outlineSetter(cleanText(cover.title) + cleanText(cover.author)))
  return sharp(Buffer.from(svg), { density: (DOTS_PER_INCH_OF_ONE_UNIT * WIDTH) / UNITS_ACROSS })
    .resize(WIDTH, HEIGHT, { fit: 'fill' })
    .png()
    .toBuffer()
}
