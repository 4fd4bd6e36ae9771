import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { createBookImages } from './book-images.ts'

const images = createBookImages()
afterAll(() => images.close())

const drawn = (background: { r: number; g: number; b: number; alpha?: number }, width = 30) =>
  sharp({ create: { width, height: 20, channels: background.alpha === undefined ? 3 : 4, background } })

test('a photograph stays one, and loses what is hidden in it', async () => {
  const input = await drawn({ r: 200, g: 0, b: 0 }, 5000)
    .withExif({ IFD0: { Copyright: 'secret' } })
    .jpeg()
    .toBuffer()
  const image = await images.encode(Buffer.concat([input, Buffer.from('<script>')]))
  expect(image?.type).toBe('image/jpeg')
  const content = Buffer.from(image?.content ?? [])
  expect(content.includes('secret') || content.includes('script')).toBe(false)
  expect(await sharp(content).metadata()).toMatchObject({ format: 'jpeg', width: 2400 })
})

test('a drawing keeps its transparency', async () => {
  const image = await images.encode(await drawn({ r: 0, g: 0, b: 0, alpha: 0 }).png().toBuffer())
  expect(image?.type).toBe('image/webp')
  const pixels = await sharp(Buffer.from(image?.content ?? []))
    .raw()
    .toBuffer()
  expect([pixels.length, pixels[3]]).toEqual([30 * 20 * 4, 0])
})

test.each([
  ['no image', Buffer.from('no image')],
  ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['a cut image', (await drawn({ r: 1, g: 2, b: 3 }, 900).png().toBuffer()).subarray(0, 90)],
])('%s is no image of a book', async (_, input) => {
  expect(await images.encode(input)).toBeUndefined()
})
