import sharp from 'sharp'
import { expect, test } from 'vitest'
import { openZip } from '#server/formats/epub/open-zip.ts'
import { aZip } from '#server/formats/epub/testing-zip.ts'
import { randomFrom } from '#tests/damage.ts'
import { convertManuscript } from './convert-manuscript.ts'
import { stripMetadata } from './strip-metadata.ts'

const SECRET = 'at home, 52.52 N 13.40 E'

/** As a camera writes it that was held on its side. */
const photograph = () => {
  const pixels = Buffer.from(Array.from({ length: 64 * 32 * 3 }, (_, at) => (at * 7919) % 251))
  return sharp(pixels, { raw: { width: 64, height: 32, channels: 3 } })
    .withIccProfile('p3')
    .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/">${SECRET}</x:xmpmeta>`)
    .withExif({ IFD0: { Artist: SECRET }, IFD3: { GPSMapDatum: SECRET } })
    .withMetadata({ orientation: 6 })
}

const jpegSegment = (marker: number, text: string) => {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(text.length + 2)
  return Buffer.concat([Buffer.from([0xff, marker]), length, Buffer.from(text, 'latin1')])
}

const jpeg = async (options = {}) => {
  const bytes = await photograph().jpeg(options).toBuffer()
  const written = [
    jpegSegment(0xfe, SECRET),
    jpegSegment(0xed, `Photoshop 3.0\0${SECRET}`),
    jpegSegment(0xe2, `MPF\0${SECRET}`),
  ]
  return Buffer.concat([bytes.subarray(0, 2), ...written, bytes.subarray(2), Buffer.from(SECRET)])
}

const png = async () => {
  const bytes = await photograph().png().toBuffer()
  const chunk = (name: string) => {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(SECRET.length)
    return Buffer.concat([length, Buffer.from(name), Buffer.from(SECRET), Buffer.alloc(4)])
  }
  const words = ['tEXt', 'zTXt', 'iTXt', 'tIME', 'prIv'].map(chunk)
  return Buffer.concat([bytes.subarray(0, 33), ...words, bytes.subarray(33), Buffer.from(SECRET)])
}

const webp = async () => Buffer.concat([await photograph().webp().toBuffer(), Buffer.from(SECRET)])

const gif = async () => {
  const bytes = await sharp({ create: { width: 4, height: 4, channels: 3, background: 'red' } })
    .gif()
    .toBuffer()
  const blocks = `${String.fromCharCode(SECRET.length)}${SECRET}\0`
  const written = Buffer.from(`!\xfe${blocks}!\xff\x0bXMP DataXMP${blocks}`, 'latin1')
  return Buffer.concat([bytes.subarray(0, -1), written, bytes.subarray(-1), Buffer.from(SECRET)])
}

const PICTURES: [string, string, () => Promise<Buffer>][] = [
  ['JPEG', 'image/jpeg', jpeg],
  ['progressive JPEG', 'image/jpeg', () => jpeg({ progressive: true })],
  ['PNG', 'image/png', png],
  ['WebP', 'image/webp', webp],
  ['GIF', 'image/gif', gif],
]

const pixelsOf = (bytes: Buffer) => sharp(bytes, { failOn: 'none' }).raw().toBuffer()
const factsOf = async (bytes: Buffer) => {
  const { width, height, orientation, hasProfile, icc } = await sharp(bytes, { failOn: 'none' }).metadata()
  return { width, height, orientation, hasProfile, icc }
}

test.each(PICTURES)('%s keeps its pixels, its colours and which way is up, and nothing else', async (_, type, make) => {
  const before = await make()
  const after = stripMetadata(before, type)
  expect(before.toString('latin1')).toContain(SECRET)
  expect(after.toString('latin1')).not.toContain(SECRET)
  await sharp(after, { failOn: 'warning' }).stats()
  expect((await sharp(after).metadata()).xmp).toBeUndefined()
  expect(await factsOf(after)).toEqual(await factsOf(before))
  expect((await factsOf(after)).orientation).toBe(type === 'image/gif' ? undefined : 6)
  expect((await pixelsOf(after)).equals(await pixelsOf(before))).toBe(true)
  expect(stripMetadata(after, type).equals(after)).toBe(true)
})

test.each(PICTURES)('%s that is cut off or damaged ends nothing', async (_, type, make) => {
  const bytes = await make()
  const random = randomFrom(1)
  for (let length = 0; length < bytes.length; length += 1 + random(40)) {
    stripMetadata(bytes.subarray(0, length), type)
    const damaged = Buffer.from(bytes)
    damaged[length] = random(256)
    stripMetadata(damaged, type)
  }
})

test('a photograph that is cut off within its pixels says nothing of its place either', async () => {
  const bytes = await jpeg()
  expect(stripMetadata(bytes.subarray(0, -60), 'image/jpeg').toString('latin1')).not.toContain(SECRET)
})

test('the EPUB that is made of a manuscript says nothing of the places and owners of its pictures', async () => {
  const names = PICTURES.map(([, type], at) => `${at}.${type.slice(6)}`)
  const pictures = await Promise.all(
    PICTURES.map(async ([, , make], at) => ({ name: names[at] ?? '', data: await make() })),
  )
  const text = names.map((name) => `![A picture](${name})`).join('\n\n')
  const bytes = aZip([{ name: 'a.md', data: `# Pictures\n\n${text}\n` }, ...pictures])
  const { epub } = await convertManuscript({ fileName: 'a.zip', bytes, words: {} })
  const zip = await openZip(Buffer.from(epub))
  expect(zip.names.filter((name) => name.includes('picture'))).toHaveLength(PICTURES.length)
  for (const name of zip.names) expect([name, zip.read(name)?.includes(SECRET)]).toEqual([name, false])
})
