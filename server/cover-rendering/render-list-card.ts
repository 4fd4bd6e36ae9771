import { cleanText } from '#covers/clean-text.ts'
import { CARD, coverPlaces, drawListCard } from '#covers/list-card.ts'
import { decodeImage } from '#server/platform/images/decode-image.ts'
import type { CardBook, ListCard } from '#server/platform/images/image-processor.ts'
import { sharp } from '#server/platform/images/open-sharp.ts'
import { outlineSetter } from './outline-text.ts'
import { renderCover } from './render-cover.ts'

/** Renders the card of a list, 1200 x 630, as JPEG. A book whose cover is missing or can't be decoded has a drawn one. */
export const renderListCard = async ({ books, ...words }: ListCard): Promise<Buffer> => {
  const places = coverPlaces(books.length)
  const text = Object.values(words).map(cleanText).join('')
  const svg = drawListCard(words, places.length, await outlineSetter(text))
  const covers: { input: Buffer; left: number; top: number }[] = []
  for (const [at, { left, top, ...size }] of places.entries())
    covers.push({ left, top, input: await sized(books[at] as CardBook, size) })
  return sharp(Buffer.from(svg))
    .resize(CARD.width, CARD.height, { fit: 'fill' })
    .composite(covers)
    .jpeg({ quality: 86, chromaSubsampling: '4:4:4' })
    .toBuffer()
}

const sized = async ({ image, ...words }: CardBook, size: { width: number; height: number }): Promise<Buffer> => {
  const options = { ...size, fit: 'cover' } as const
  const stored = image && (await decodeImage(image, options).catch(() => undefined))
  const cover = stored ?? (await decodeImage(await renderCover(words), options))
  return cover.png().toBuffer()
}
