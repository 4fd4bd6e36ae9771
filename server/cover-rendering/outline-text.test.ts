import { existsSync, readFileSync } from 'node:fs'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { cleanText } from '#covers/clean-text.ts'
import { drawCover } from '#covers/draw-cover.ts'
import { FACES } from '#covers/faces.ts'
import type { Face, Line } from '#covers/faces.ts'
import { isArabic, widthInEms } from '#covers/measure-text.ts'
import { renderCover } from './render-cover.ts'
import { openCoverFonts } from './cover-fonts.ts'
import { drawnWidth, outlineSetter } from './outline-text.ts'

const lineOf = (text: string, face: Face = 'book'): Line => ({
  text,
  x: 10,
  y: 50,
  size: 20,
  face,
  fill: '#000000',
  anchor: 'start',
  rtl: isArabic(text),
})

const outlinesOf = async (text: string, face?: Face) => (await outlineSetter(text))(lineOf(text, face))

const spanOf = (svg: string) => {
  const across = [...svg.matchAll(/[MLQ](-?[\d.]+) /g)].map(([, x]) => Number(x))
  return { left: Math.min(...across), right: Math.max(...across) }
}

test.each(['Middlemarch', 'Brontë Čapek', 'Преступление', 'Ὀδύσσεια', 'كليلة ودمنة', '銀河鉄道の夜', 'Nguyễn'])(
  '%s is drawn as outlines in every face',
  async (text) => {
    for (const face of Object.keys(FACES) as Face[]) {
      const svg = await outlinesOf(text, face)
      expect(svg).toMatch(/^<path d="M[-\d.]/)
      expect(svg).not.toMatch(/NaN|undefined/)
    }
  },
)

test('Arabic letters are joined and run from right to left', async () => {
  const { left, right } = spanOf(await outlinesOf('كليلة'))
  expect(right).toBeLessThanOrEqual(10.5)
  expect(left).toBeLessThan(0)
  const pick = await openCoverFonts('كليلة')
  const apart = [...'كليلة'].reduce((sum, renderMail) => sum + drawnWidth(pick, renderMail, 'book', true), 0)
  expect(drawnWidth(pick, 'كليلة', 'book', true)).toBeLessThan(apart * 0.9)
})

test('a character without a glyph is omitted, without a gap', async () => {
  expect(await outlinesOf('🚀')).toBe('')
  expect(await outlinesOf('a🚀')).toBe(await outlinesOf('a'))
})

const LIBRARY = `${process.env.TEST_DATA ?? '../shared/data'}/books-10k.json`
const WORDS = [
  'AVATAR Wave',
  'Преступление и наказание',
  'Όμηρος',
  'طوق الحمامة في الألفة والألاف',
  'کلیدر',
  'محمود دولت‌آبادی',
  '世界の終り、ワンダーランド',
  'Nguyễn Čapek Łódź',
]

test('text is never drawn wider than the cover’s layout computed', { timeout: 60_000 }, async () => {
  const books: { title: string; author: string }[] = existsSync(LIBRARY)
    ? JSON.parse(readFileSync(LIBRARY, 'utf8'))
    : []
  const texts = [...WORDS, ...books.filter((_, at) => at % 25 === 0).flatMap(({ title, author }) => [title, author])]
    .map(cleanText)
    .filter(Boolean)
  const pick = await openCoverFonts(texts.join(''))
  for (const text of texts) {
    for (const face of Object.keys(FACES) as Face[]) {
      const reckoned = widthInEms(text, face)
      expect(drawnWidth(pick, text, face, isArabic(text)), `${text} in ${face}`).toBeLessThanOrEqual(
        reckoned * 1.015 + 0.02,
      )
    }
  }
})

test('a cover is drawn without installed fonts, the same each time', async () => {
  const cover = { title: 'The Moonstone', author: 'Wilkie Collins', genre: 'Mystery' } as const
  const svg = drawCover(cover, await outlineSetter(cover.title + cover.author))
  expect(svg).not.toContain('<text')
  const image = await renderCover(cover)
  expect(await sharp(image).metadata()).toMatchObject({ format: 'png', width: 800, height: 1200 })
  expect(image.equals(await renderCover(cover))).toBe(true)
})

test.each(['', '🚀🚀', '채식주의자', '\ud800', 'A'.repeat(200), '語'.repeat(200)])(
  'a cover comes out whatever the title is: %#',
  async (title) => {
    expect((await renderCover({ title, author: title.slice(0, 100), genre: 'Poetry' })).length).toBeGreaterThan(1000)
  },
)
