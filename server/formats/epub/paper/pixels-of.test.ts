import sharp from 'sharp'
import { expect, test } from 'vitest'
import { pixelsOf } from './pixels-of.ts'

test.each(['png', 'jpeg', 'gif', 'webp'] as const)(
  'the pixels of a picture (%s) are those that it has',
  async (type) => {
    const picture = sharp({ create: { width: 301, height: 40, channels: 3, background: '#c33' } }).withMetadata({
      density: 300,
    })
    const bytes = await picture[type]().toBuffer()
    expect(pixelsOf(bytes)).toEqual({ width: 301, height: 40 })
    for (let length = 0; length < bytes.length; length += 7) pixelsOf(bytes.subarray(0, length))
  },
)

test('of other files they are unknown', async () => {
  const webp = (options: { lossless?: boolean; alphaQuality?: number }) =>
    sharp({ create: { width: 33, height: 44, channels: 4, background: '#c338' } })
      .webp(options)
      .toBuffer()
  for (const options of [{ lossless: true }, {}])
    expect(pixelsOf(await webp(options))).toEqual({ width: 33, height: 44 })
  expect(pixelsOf(Buffer.from('<svg/>'))).toBeUndefined()
})
