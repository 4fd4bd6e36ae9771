import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { ImageQueueFullError, ImageRejectedError } from '#server/platform/images/image-error.ts'
import type { EncodedCover } from '#server/platform/images/image-processor.ts'
import { bombPng } from '#tests/hostile-files.ts'
import { createImageProcessor } from './create-image-processor.ts'

const { encodeCover, prepare, close } = createImageProcessor()
afterAll(close)

const picture = (width = 400, height = 600) => sharp({ create: { width, height, channels: 3, background: '#1e50c8' } })

const outcome = async (input: Buffer | string): Promise<string> => {
  try {
    await encodeCover(Buffer.isBuffer(input) ? input : Buffer.from(input))
    return 'accepted'
  } catch (error) {
    if (error instanceof ImageRejectedError) return error.reason
    throw error
  }
}

const bytesOf = (cover: EncodedCover, name: string): Buffer =>
  cover.files.find((file) => file.name === name)?.bytes ?? Buffer.alloc(0)

test.each(['jpeg', 'png', 'webp', 'avif', 'gif'] as const)('an image in %s is accepted', async (format) => {
  const cover = await encodeCover(await picture().toFormat(format).toBuffer())
  expect(cover.color).toMatch(/^#[0-9a-f]{6}$/)
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => parseInt(cover.color.slice(at, at + 2), 16))
  expect([red < 60, green > 60 && green < 110, blue > 170]).toEqual([true, true, true])
})

test('a cover has three widths at 2:3, as AVIF and WebP, and the whole image', async () => {
  const cover = await encodeCover(await picture(3000, 2000).jpeg().toBuffer())
  const sizes = await Promise.all(
    cover.files.map(async ({ name, type, bytes }) => {
      const { width, height, format, compression } = await sharp(bytes).metadata()
      return [name, type, compression === 'av1' ? 'avif' : format, width, height]
    }),
  )
  expect(sizes).toEqual([
    ['.webp', 'image/webp', 'webp', 1200, 800],
    ['-160.avif', 'image/avif', 'avif', 160, 240],
    ['-160.webp', 'image/webp', 'webp', 160, 240],
    ['-320.avif', 'image/avif', 'avif', 320, 480],
    ['-320.webp', 'image/webp', 'webp', 320, 480],
    ['-640.avif', 'image/avif', 'avif', 640, 960],
    ['-640.webp', 'image/webp', 'webp', 640, 960],
  ])
})

test('a wide image is cropped to its middle, never squeezed', async () => {
  const middle = await sharp({ create: { width: 200, height: 300, channels: 3, background: '#ff0000' } })
    .png()
    .toBuffer()
  const wide = picture(900, 300).composite([{ input: middle, gravity: 'centre' }])
  const small = bytesOf(await encodeCover(await wide.png().toBuffer()), '-160.webp')
  const { channels } = await sharp(small).stats()
  expect(channels.map(({ mean }) => mean > 128)).toEqual([true, false, false])
  expect(channels[0]?.stdev).toBeLessThan(10)
})

test('equal images have equal hashes, that of the whole WebP', async () => {
  const png = await picture().png().toBuffer()
  const [one, other] = await Promise.all([encodeCover(png), encodeCover(png)])
  expect(one.hash).toBe(other.hash)
  expect(one.hash).toBe(createHash('sha256').update(bytesOf(one, '.webp')).digest('hex').slice(0, 32))
})

test('a rotated image is turned upright and loses its metadata', async () => {
  const input = await picture(600, 400)
    .withExif({ IFD0: { Copyright: 'Ada', Artist: 'at home' } })
    .withMetadata({ orientation: 6, icc: 'p3' })
    .jpeg()
    .toBuffer()
  const { exif: given, icc: profile } = await sharp(input).metadata()
  expect([given, profile].every(Buffer.isBuffer)).toBe(true)
  const cover = await encodeCover(input)
  const { width, height } = await sharp(bytesOf(cover, '.webp')).metadata()
  expect([width, height]).toEqual([400, 600])
  for (const { bytes } of cover.files) {
    const { exif, icc, xmp, orientation } = await sharp(bytes).metadata()
    expect([exif, icc, xmp, orientation]).toEqual([undefined, undefined, undefined, undefined])
  }
})

test('of an animation the first frame is used', async () => {
  const frames = Buffer.concat([await picture(40, 60).raw().toBuffer(), Buffer.alloc(40 * 60 * 3, 255)])
  const moving = sharp(frames, { raw: { width: 40, height: 120, channels: 3, pageHeight: 60 } })
  for (const input of [await moving.clone().gif().toBuffer(), await moving.clone().webp().toBuffer()]) {
    expect((await sharp(input).metadata()).pages).toBe(2)
    const cover = await encodeCover(input)
    const { width, height } = await sharp(bytesOf(cover, '.webp')).metadata()
    expect([width, height]).toEqual([40, 60])
    expect(parseInt(cover.color.slice(1, 3), 16)).toBeLessThan(60)
  }
})

test('grayscale, transparent, 16-bit and very narrow images are accepted', async () => {
  const gray = picture().greyscale().toColourspace('b-w')
  const transparent = sharp({ create: { width: 40, height: 60, channels: 4, background: '#00000000' } })
  expect(await outcome(await gray.png().toBuffer())).toBe('accepted')
  expect(await outcome(await picture().toColourspace('rgb16').png().toBuffer())).toBe('accepted')
  expect(await outcome(await picture().toColourspace('cmyk').jpeg().toBuffer())).toBe('accepted')
  expect(await outcome(await picture(3000, 1).png().toBuffer())).toBe('accepted')
  expect(await outcome(await picture(1, 3000).png().toBuffer())).toBe('accepted')
  const cover = await encodeCover(await transparent.png().toBuffer())
  expect(parseInt(cover.color.slice(1, 3), 16)).toBeGreaterThan(240)
})

test('content that is not an image is rejected before a decoder sees it', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>'
  expect(await outcome(svg)).toBe('not_image')
  expect(await outcome(`<?xml version="1.0"?>${svg}`)).toBe('not_image')
  expect(await outcome('<html><body>cover.jpg</body></html>')).toBe('not_image')
  expect(await outcome('MZ\x90\0 a program')).toBe('not_image')
  expect(await outcome('%PDF-1.7 a book')).toBe('not_image')
  expect(await outcome(await picture().tiff().toBuffer())).toBe('not_image')
  expect(await outcome('GI')).toBe('not_image')
})

test('a file with only the header of an image is rejected', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>'
  for (const head of ['GIF89a', '\xff\xd8\xff', '\x89PNG\r\n\x1a\n', 'RIFF\0\0\0\0WEBP', '\0\0\0\x20ftypavif'])
    expect(await outcome(Buffer.from(head + svg, 'latin1'))).toMatch(/^(unreadable|not_image)$/)
})

test('an empty or truncated image is unreadable', async () => {
  const noise = sharp({
    create: {
      width: 100,
      height: 150,
      channels: 3,
      background: '#fff',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })
  expect(await outcome('')).toBe('unreadable')
  for (const format of ['jpeg', 'png', 'webp', 'avif', 'gif'] as const) {
    const whole = await noise.clone().toFormat(format).toBuffer()
    expect([format, await outcome(whole.subarray(0, whole.length / 2))]).toEqual([format, 'unreadable'])
  }
})

test('an image of 900 million pixels is rejected immediately, without memory for them', async () => {
  const bomb = bombPng()
  prepare()
  const before = process.memoryUsage.rss()
  const started = process.cpuUsage()
  expect(await outcome(bomb)).toBe('too_big')
  const { user, system } = process.cpuUsage(started)
  expect((user + system) / 1000).toBeLessThan(1_000)
  expect(process.memoryUsage.rss() - before).toBeLessThan(100 * 1024 * 1024)
})

test('an image can be read from a file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'encode-cover-'))
  const file = join(folder, 'cover.txt')
  await writeFile(file, await picture().png().toBuffer())
  expect((await encodeCover(file)).hash).toMatch(/^[0-9a-f]{32}$/)
  await writeFile(file, '<svg/>')
  await expect(encodeCover(file)).rejects.toMatchObject({ reason: 'not_image' })
  await rm(folder, { recursive: true })
})

test('the queue holds at most twenty images', async () => {
  const gif = Buffer.from('GIF89a')
  const all = await Promise.allSettled(Array.from({ length: 23 }, () => encodeCover(gif)))
  const busy = all.filter((one) => one.status === 'rejected' && one.reason instanceof ImageQueueFullError)
  expect(busy.length).toBe(2)
})
