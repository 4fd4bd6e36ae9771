import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { problemFrom } from '#server/testing/test-site.ts'
import { largeAvif } from '#tests/hostile-files.ts'
import { ImageQueueFullError, ImageRejectedError, rethrowImageError } from '#server/platform/images/image-error.ts'
import type { ImageProcessor } from '#server/platform/images/image-processor.ts'
import { createImageProcessor } from './create-image-processor.ts'

const WORDS = { title: 'The Moonstone', author: 'Wilkie Collins', genre: 'Mystery' } as const
const NOISE = { type: 'gaussian', mean: 128, sigma: 40 } as const

const images = createImageProcessor()
let folder = ''
let large = ''
let small = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'open-images-'))
  large = join(folder, 'large.png')
  await sharp({ create: { width: 4000, height: 5000, channels: 3, background: '#fff', noise: NOISE } })
    .png({ compressionLevel: 1 })
    .toFile(large)
  small = join(folder, 'small.png')
  await sharp({ create: { width: 300, height: 200, channels: 3, background: '#fff' } }).toFile(small)
})

afterAll(async () => {
  images.close()
  await rm(folder, { recursive: true })
})

const hasProc = existsSync('/proc/self/stat')

/** The processor time of a process. */
const cpuTicks = (pid: number | undefined) => Number(readFileSync(`/proc/${pid}/stat`, 'latin1').split(' ')[13])

/** Kills the process while it works on a task. */
const killedAmid = async <T>({ pid }: ImageProcessor, work: Promise<T>): Promise<unknown> => {
  const failure = work.then(
    () => undefined,
    (error: unknown) => error,
  )
  await expect.poll(pid).toBeDefined()
  process.kill(pid() ?? 0, 'SIGKILL')
  return failure
}

test('a generated cover has every size of an uploaded one, and is the same each time', async () => {
  const [cover, again] = await Promise.all([images.drawCover(WORDS), images.drawCover(WORDS)])
  expect(cover.files.map(({ name }) => name)).toContain('-320.avif')
  const whole = cover.files.find(({ name }) => name === '.webp')?.bytes
  expect(await sharp(whole).metadata()).toMatchObject({ format: 'webp', width: 800, height: 1200 })
  expect(again).toEqual(cover)
})

test('an image is cropped to the square in its middle', async () => {
  const { format, width, height } = await sharp(await images.square(small, 64)).metadata()
  expect({ format, width, height }).toEqual({ format: 'webp', width: 64, height: 64 })
})

test.skipIf(!hasProc)('the death of the process fails one image alone, as one that is too big', async () => {
  const mine = createImageProcessor()
  await mine.encodeCover(small)
  const idle = cpuTicks(mine.pid())
  const failing = mine.encodeCover(large)
  await expect.poll(() => cpuTicks(mine.pid()), { interval: 5 }).toBeGreaterThan(idle + 2)
  const next = mine.encodeCover(small)
  const failure = await killedAmid(mine, failing)
  expect(failure).toBeInstanceOf(ImageRejectedError)
  expect(failure).toMatchObject({ reason: 'too_big' })
  expect((await next).files).toHaveLength(7)
  mine.close()
})

test('the death of the process while it draws a cover is answered 503', async () => {
  const mine = createImageProcessor()
  const failure = await killedAmid(mine, mine.drawCover(WORDS))
  expect(failure).toBeInstanceOf(ImageQueueFullError)
  expect(await problemFrom(Promise.reject(failure).catch(rethrowImageError))).toMatchObject({ status: 503 })
  expect((await mine.drawCover(WORDS)).files).toHaveLength(7)
  mine.close()
})

test('a profile image is made while the process for covers is at work', async () => {
  let isDone = false
  const cover = images.encodeCover(large).then(() => (isDone = true))
  await images.square(small, 64)
  expect(isDone).toBe(false)
  await cover
})

test('a profile image of more than 16 million pixels is rejected before it is decoded', async () => {
  const file = join(folder, 'large.avif')
  await writeFile(file, largeAvif())
  const mine = createImageProcessor({ memoryBytes: 200 * 1024 * 1024 })
  await expect(mine.square(file, 64)).rejects.toMatchObject({ reason: 'picture_too_big' })
  await expect(mine.square(large, 64)).rejects.toMatchObject({ reason: 'picture_too_big' })
  expect((await mine.square(small, 64)).length).toBeGreaterThan(0)
  mine.close()
})

test('an image that takes too much work is too big', async () => {
  const hasty = createImageProcessor({ wallMs: 100 })
  await expect(hasty.encodeCover(large)).rejects.toMatchObject({ reason: 'too_big' })
  hasty.close()
})

test('a missing file is an internal error', async () => {
  const failure = await images.encodeCover(join(folder, 'none.png')).catch((error: unknown) => error)
  expect(failure).not.toBeInstanceOf(ImageRejectedError)
  expect(String(failure)).toContain('ENOENT')
})

test('an image is recognized by its first bytes', async () => {
  const file = join(folder, 'cover.jpg')
  await writeFile(file, '<svg/>')
  for (const input of [file, Buffer.from('<svg/>')])
    await expect(images.encodeCover(input)).rejects.toMatchObject({ reason: 'not_image' })
  await expect(images.square(file, 64)).rejects.toMatchObject({ reason: 'not_image' })
})
