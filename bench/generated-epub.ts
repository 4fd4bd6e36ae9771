import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { anEpub } from '#server/formats/epub/testing-epub.ts'

const CHAPTER_WORDS = 6_000
const PICTURE = { width: 900, height: 1200 } as const
const WORDS = [
  'lamp',
  'harbour',
  'evening',
  'quietly',
  'the',
  'of',
  'and',
  'window',
  'remembered',
  'street',
  'she',
  'was',
]

/** An EPUB of chapters of 6,000 words, each with a photograph if `hasPictures`, of about this many bytes. */
export const generatedEpub = async (bytes: number, hasPictures: boolean): Promise<Buffer> => {
  const chapters: Record<string, string> = {}
  const files: Record<string, { type: string; data: Buffer }> = {}
  for (let at = 1; ; at += 1) {
    const words = Array.from(randomBytes(CHAPTER_WORDS), (byte) => WORDS[byte % WORDS.length])
    const paragraphs = Array.from({ length: 40 }, (_, n) => `<p>${words.slice(n * 150, (n + 1) * 150).join(' ')}</p>`)
    if (hasPictures) files[`p${at}.jpg`] = { type: 'image/jpeg', data: await photograph() }
    chapters[`c${at}`] =
      `<h1>Chapter ${at}</h1>${hasPictures ? `<img src="p${at}.jpg" alt=""/>` : ''}${paragraphs.join('')}`
    const epub = anEpub({ chapters, files })
    if (epub.length >= bytes) return epub
  }
}

/** Noise, softened so that it has the size of a photograph. */
const photograph = () =>
  sharp(randomBytes((PICTURE.width / 4) * (PICTURE.height / 4) * 3), {
    raw: { width: PICTURE.width / 4, height: PICTURE.height / 4, channels: 3 },
  })
    .resize(PICTURE.width, PICTURE.height)
    .jpeg({ quality: 85 })
    .toBuffer()
