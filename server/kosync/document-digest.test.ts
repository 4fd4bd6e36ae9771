import { hash } from 'node:crypto'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { contentDigest, nameDigest } from './document-digest.ts'

const digestOf = (file: Buffer) =>
  contentDigest(
    { read: (_key, part) => Readable.from([file.subarray(part?.first, (part?.last ?? Infinity) + 1)]) },
    'pdf/a.pdf',
    file.length,
  )
const aFile = (bytes: number) => Buffer.from(Array.from({ length: bytes }, (_, i) => (i * 7 + (i >> 8)) % 251))

test.each([
  [10, [[0, 10]]],
  [1024, [[0, 1024]]],
  [1025, [[0, 1024], [1024, 1025]]], // prettier-ignore
  [20_000, [[0, 1024], [1024, 2048], [4096, 5120], [16_384, 17_408]]], // prettier-ignore
  [16_390, [[0, 1024], [1024, 2048], [4096, 5120], [16_384, 16_390]]], // prettier-ignore
])('of a file of %i bytes it is the MD5 of its samples', async (bytes, samples) => {
  const file = aFile(bytes)
  const expected = hash('md5', Buffer.concat(samples.map(([first, end]) => file.subarray(first, end))))
  expect(await digestOf(file)).toBe(expected)
})

test('of a name it is its MD5', () => {
  expect(nameDigest('almanac.pdf')).toBe('cc36147d5c0d189309e9848213e67517')
})
