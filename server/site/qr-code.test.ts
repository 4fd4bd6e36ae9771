import { expect, test } from 'vitest'
import { encode } from 'uqr'
import sharp from 'sharp'
import { qrCode } from './qr-code.ts'

test('the drawing has a dark module wherever the code has one, and four light ones around it', async () => {
  const address = 'https://books.example.org/download'
  const { data, size } = encode(address, { ecc: 'M', border: 0 })
  const whole = size + 8
  const { data: pixels } = await sharp(Buffer.from(qrCode(address)))
    .resize(whole * 4)
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const isDark = (x: number, y: number) => (pixels[(y * 4 + 2) * whole * 4 + x * 4 + 2] ?? 255) < 128
  const drawn = Array.from({ length: whole }, (_, y) => Array.from({ length: whole }, (_, x) => isDark(x, y)))
  const expected = drawn.map((row, y) => row.map((_, x) => data[y - 4]?.[x - 4] ?? false))
  expect(drawn).toEqual(expected)
})
