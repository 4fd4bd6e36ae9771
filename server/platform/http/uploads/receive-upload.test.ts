import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FileField } from '#contract/api/endpoint.ts'
import { isProblem } from '#contract/api/problems.ts'
import { UPLOAD_TIMEOUT_MS } from '#contract/publishing.ts'
import { receiveUpload, uploadTimeout, type UploadTimes } from './receive-upload.ts'

const FILES: Record<string, FileField> = {
  file: {
    maxBytes: 1000,
    tooLarge: 'imageTooLarge',
    wrongKind: 'notApk',
    types: ['text/plain'],
    base64Field: 'asText',
  },
}
/** A file that can't be sent as a text. */
const ARCHIVE: Record<string, FileField> = {
  archive: { maxBytes: 5_000_000, tooLarge: 'archiveTooLarge', wrongKind: 'notArchive', types: [] },
}
const TIMEOUT_MS = 1000

let folder: string
let server: Server
const outcomes: string[] = []
let times: UploadTimes = { timeoutMs: TIMEOUT_MS }

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'uploads-'))
  server = createServer(async (request, response) => {
    const outcome = await receiveUpload(request, request.url === '/archive' ? ARCHIVE : FILES, folder, times).then(
      async ({ fields, discard }) => {
        await discard()
        return `read ${Object.keys(fields)}`
      },
      (error: unknown) => (isProblem(error) ? `${error.status} ${error.message}` : `failed ${String(error)}`),
    )
    outcomes.push(outcome)
    response.end(outcome)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
})

afterAll(async () => {
  server.closeAllConnections()
  await new Promise((closed) => server.close(closed))
  await rm(folder, { recursive: true })
})

const HEAD =
  'POST / HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 5000\r\n\r\n'
const START = '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nthe beginning'

const outcomeOf = async (send: (write: (text: string) => void) => void | Promise<void>) => {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {})
  const count = outcomes.length
  await send((text) => socket.write(text))
  while (outcomes.length === count) await sleep(20)
  socket.destroy()
  expect(await readdir(folder)).toEqual([])
  return outcomes.at(-1)
}

test('an upload that takes too long is 408 with the message of the spec, and leaves no file', async () => {
  const timeout = '408 Upload timed out. Try a smaller file or check your connection.'
  expect(await outcomeOf((write) => write(HEAD + START))).toBe(timeout)
  expect(await outcomeOf((write) => write(HEAD))).toBe(timeout)
})

test('a body below the minimum rate is rejected long before the timeout of an upload', async () => {
  times = { timeoutMs: 60_000, slowAfterMs: 200 }
  const begun = performance.now()
  const drip = { timer: undefined as NodeJS.Timeout | undefined }
  const said = await outcomeOf((write) => {
    write(HEAD + START)
    drip.timer = setInterval(() => write('x'), 50)
  })
  clearInterval(drip.timer)
  times = { timeoutMs: TIMEOUT_MS }
  expect(said).toBe('408 Upload timed out. Try a smaller file or check your connection.')
  expect(performance.now() - begun).toBeLessThan(10_000)
})

test('an upload that ends in time is read', async () => {
  const body = `${START}\r\n--b\r\nContent-Disposition: form-data; name="x"\r\n\r\ny\r\n--b--\r\n`
  expect(await outcomeOf((write) => write(HEAD.replace('5000', String(body.length)) + body))).toBe('read file,x')
})

test('an upload ends when its client disconnects, and leaves no file', async () => {
  // So long that it is not the timeout that ends it.
  times = { timeoutMs: 60_000 }
  const gone = async (text: string) => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {})
    const count = outcomes.length
    await new Promise((written) => socket.write(text, written))
    await sleep(50)
    socket.destroy()
    while (outcomes.length === count) await sleep(5)
    expect(await readdir(folder)).toEqual([])
    return outcomes.at(-1)
  }
  expect(await gone(HEAD)).toMatch(/^400/)
  expect(await gone(HEAD + START)).toMatch(/^400/)
  expect(await gone(HEAD + START.slice(0, 30))).toMatch(/^400/)
  times = { timeoutMs: TIMEOUT_MS }
})

test('a file that exceeds the limit is rejected while it is received', async () => {
  const fits = `--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n${'x'.repeat(1000)}\r\n--b--\r\n`
  const tooMuch = fits.replace('\r\n--b--', 'x\r\n--b--')
  const send = (body: string) => (write: (text: string) => void) =>
    write(HEAD.replace('5000', String(body.length)) + body)
  expect(await outcomeOf(send(fits))).toBe('read file')
  expect(await outcomeOf(send(tooMuch))).toMatch(/^413/)
})

test('a file is rejected with the problems that its field names', async () => {
  const outcomeOfField = (text: string) => {
    const body = `--b\r\nContent-Disposition: form-data; name="asText"\r\n\r\n${text}\r\n--b--\r\n`
    return outcomeOf((write) => write(HEAD.replace('5000', String(body.length)) + body))
  }
  const notApk = '415 Please select an APK file'
  expect(await outcomeOfField('data:text/plain;base64,QUJD')).toBe('read file')
  expect(await outcomeOfField('data:image/png;base64,QUJD')).toBe(notApk)
  expect(await outcomeOfField('no base64!')).toBe(notApk)
  expect(await outcomeOfField('A'.repeat(1336))).toBe('413 Image file is too large (max 10MB).')
})

test('a missing folder is an error of the disk, not of the client', async () => {
  await rm(folder, { recursive: true })
  const body = `${START}\r\n--b--\r\n`
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  const count = outcomes.length
  socket.write(HEAD.replace('5000', String(body.length)) + body)
  while (outcomes.length === count) await sleep(20)
  socket.destroy()
  folder = await mkdtemp(join(tmpdir(), 'uploads-'))
  expect(outcomes.at(-1)).toMatch(/^503/)
})

test('a file that may not be sent as a text is not held in memory as one', async () => {
  const body = `--b\r\nContent-Disposition: form-data; name="archive"\r\n\r\n${'x'.repeat(2_000_000)}\r\n--b--\r\n`
  const outcome = await outcomeOf((write) =>
    write(HEAD.replace('POST / ', 'POST /archive ').replace('5000', String(body.length)) + body),
  )
  expect(outcome).toMatch(/^413 /)
})

test('an upload may take as long as the longest of its files', () => {
  expect(uploadTimeout(FILES)).toBe(UPLOAD_TIMEOUT_MS)
  expect(uploadTimeout({ archive: { ...ARCHIVE['archive']!, timeoutMs: UPLOAD_TIMEOUT_MS + 1 } })).toBe(
    UPLOAD_TIMEOUT_MS + 1,
  )
})
