import type { Genre } from '#contract/shapes/genres.ts'
import { boardColour, drawBoard, needsMount, placeOnBoard, SAMPLE_SIDE } from '#covers/mount-page.ts'
import { decodeImage } from '#server/platform/images/decode-image.ts'
import { sharp } from '#server/platform/images/open-sharp.ts'

const PIXELS_OF_ONE_UNIT = 4
const LARGEST = { width: 1200, height: 1800, fit: 'inside', withoutEnlargement: true } as const

/** A first page on a board in the genre's cloth, as PNG; undefined for a page that is its own cover. */
export const mountPage = async (input: Buffer, genre: Genre) => {
  const page = await decodeImage(input, LARGEST)
  const size = await page.metadata()
  const sample = await page.clone().resize(SAMPLE_SIDE, SAMPLE_SIDE, { fit: 'fill' }).raw().toBuffer()
  if (!needsMount(size, sample, size.channels)) return undefined
  const place = placeOnBoard(size)
  const pixels = (units: number) => Math.round(units * PIXELS_OF_ONE_UNIT)
  const mounted = await page
    .resize(Math.max(1, pixels(place.width)), Math.max(1, pixels(place.height)), { fit: 'fill' })
    .png()
    .toBuffer()
  const board = await sharp(Buffer.from(drawBoard(genre, size)), { density: 72 * PIXELS_OF_ONE_UNIT })
    .resize(pixels(200), pixels(300), { fit: 'fill' })
    .composite([{ input: mounted, left: pixels(place.x), top: pixels(place.y) }])
    .png()
    .toBuffer()
  return { board, color: boardColour(genre) }
}
