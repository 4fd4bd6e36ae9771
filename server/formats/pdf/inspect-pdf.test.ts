import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PdfBookAccessibility } from '#contract/shapes/book-accessibility.ts'
import { InspectorBusyError } from '#server/formats/book-format.ts'
import { untilBusy } from '#server/platform/sandbox/testing-busy.ts'
import { aPdf } from '#server/testing/book-form.ts'
import { isProcess } from '#server/platform/embedded-postgres/pid-file.ts'
import * as hostile from '#tests/hostile-files.ts'
import { createPdfInspector } from './inspect-pdf.ts'
import { PdfRejectedError } from './pdf-error.ts'

const DATA = resolve(process.env['TEST_DATA'] ?? '../shared/data', 'pdf')
const MEGABYTE = 1024 * 1024

const inspector = createPdfInspector()
let folder = ''
let files = 0

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'open-pdf-'))
})

afterAll(async () => {
  inspector.close()
  await rm(folder, { recursive: true })
})

const writeTemp = async (bytes: Buffer | string): Promise<string> => {
  files += 1
  const file = join(folder, `${files}.pdf`)
  await writeFile(file, bytes)
  return file
}

/** 'accepted', or the reason why not; any other failure fails the test. */
const outcome = async (bytes: Buffer | string, { inspect } = inspector): Promise<string> => {
  try {
    await inspect(await writeTemp(bytes), { firstPage: true })
    return 'accepted'
  } catch (error) {
    if (error instanceof PdfRejectedError) return error.reason
    throw error
  }
}

/** 0 where the system has no /proc. */
const residentBytes = (pid: number | undefined): number => {
  const status = `/proc/${pid}/status`
  return existsSync(status) ? Number(/VmRSS:\s+(\d+)/.exec(readFileSync(status, 'latin1'))?.[1] ?? 0) * 1024 : 0
}

/** What a PDF does not say. */
const UNSAID = { description: '', findings: [] }

const TEXT_ALONE: Omit<PdfBookAccessibility, 'kind' | 'hasContents'> = { text: 'all', isTagged: false, language: null }
/** What is seen in the real books that have more or less than text. */
const SEEN: Record<string, typeof TEXT_ALONE> = {
  'alice-en-69p.pdf': { text: 'all', isTagged: true, language: 'en-US' },
  'enormous-page-1p.pdf': { ...TEXT_ALONE, text: 'none' },
  'huckfinn-scan-6p.pdf': { ...TEXT_ALONE, text: 'some' },
}

describe('real books', async () => {
  const manifest = join(DATA, 'manifest.json')
  if (!existsSync(manifest)) {
    test.skip(`the 13 real PDFs are not here: set TEST_DATA to the folder that holds pdf/manifest.json`, () => {})
    return
  }
  type Entry = { name: string; pages: number; title: string; author: string; expect: string }
  const entries = JSON.parse(await readFile(manifest, 'utf8')) as Entry[]

  test.each(entries.filter(({ expect: expected }) => expected.startsWith('201')))(
    '$name opens with its pages, title, author and a first page that fits',
    async ({ name, pages, title, author }) => {
      const { firstPage, ...facts } = await inspector.inspect(join(DATA, name), { firstPage: true })
      const { format, width = 0, height = 0 } = await sharp(firstPage?.png).metadata()
      const accessibility = { kind: 'pdf', hasContents: expect.any(Boolean), ...(SEEN[name] ?? TEXT_ALONE) }
      const { language } = accessibility
      expect(facts).toEqual({
        pageCount: pages,
        title,
        author,
        language,
        accessibility,
        ...UNSAID,
        advice: expect.any(Array),
      })
      expect(format).toBe('png')
      expect(width === 800 || height === 1200).toBe(true)
      expect(width <= 800 && height <= 1200).toBe(true)
    },
  )

  test.each(entries.filter(({ expect: expected }) => expected.startsWith('422')))(
    '$name asks for a password and is refused',
    async ({ name }) => {
      await expect(inspector.inspect(join(DATA, name), { firstPage: true })).rejects.toMatchObject({
        reason: 'encrypted',
      })
    },
  )
})

const DISGUISES: [string, (plan: hostile.PdfPlan) => hostile.PdfPlan][] = [
  ['written plainly', (plan) => plan],
  ['written in name escapes', hostile.inEscapes],
  ['in an object stream', (plan) => ({ ...plan, isPacked: true })],
  ['in an encrypted file without a password to open it', (plan) => ({ ...plan, password: '' })],
  ['in an encrypted object stream', (plan) => ({ ...hostile.inEscapes(plan), isPacked: true, password: '' })],
]

describe.each(Object.entries(hostile.ACTIVE_PLANS))('%s is rejected', (_, plan) => {
  test.each(DISGUISES)('%s', async (_disguise, disguise) => {
    expect(await outcome(hostile.aPdf(disguise(plan)))).toBe('active')
  })
})

describe.each(Object.entries(hostile.HARMLESS_PLANS))('%s: accepted', (_, plan) => {
  test.each(DISGUISES)('%s', async (_disguise, disguise) => {
    expect(await outcome(hostile.aPdf(disguise(plan)))).toBe('accepted')
  })
})

const SCRIPT = '<< /S /JavaScript /JS (app.alert\\(1\\)) >>'

/** A PDF with objects that its cross-references do not list, so that PDFium passes over them. */
const withUnlisted = (objects: Buffer): Buffer => {
  const pdf = hostile.aPdf()
  return Buffer.concat([pdf, objects, pdf.subarray(pdf.lastIndexOf('startxref'))])
}

test('an active object without a cross-reference is found', async () => {
  expect(await outcome(withUnlisted(Buffer.from(`9 0 obj ${SCRIPT} endobj\n`)))).toBe('active')
  expect(await outcome(withUnlisted(Buffer.from(`trailer << /Root << /OpenAction ${SCRIPT} >> >>\n`)))).toBe('active')
  expect(await outcome(withUnlisted(Buffer.from('9 0 obj << /#53 /Java#53cript /#4aS (x) >> endobj\n')))).toBe('active')
  expect(await outcome(withUnlisted(Buffer.from(`9 0 obj (${SCRIPT}) endobj\n`)))).toBe('accepted')
  expect(await outcome(withUnlisted(Buffer.from('9 0 obj << /S constructor >> endobj\n')))).toBe('accepted')
})

test('an active object in an object stream without a cross-reference is found', async () => {
  const packed = deflateSync(`9 0 ${SCRIPT}`)
  const head = '8 0 obj << /Type /ObjStm /N 1 /First 4 /Filter /FlateDecode >> stream\n'
  const objects = Buffer.concat([Buffer.from(head), packed, Buffer.from('\nendstream endobj\n')])
  expect(await outcome(withUnlisted(objects))).toBe('active')
})

test('an active object inside a string is found if a cross-reference points to it', async () => {
  const objects = { 5: '(', 6: SCRIPT, 7: ')' }
  expect(await outcome(hostile.aPdf({ catalog: '/OpenAction 6 0 R', objects }))).toBe('active')
})

test('an active object after an unclosed string is found', async () => {
  const objects = { 5: '(', 6: SCRIPT }
  expect(await outcome(hostile.aPdf({ objects }))).toBe('active')
})

test('an active object in a truncated object stream is found', async () => {
  const pdf = hostile.aPdf({ catalog: '/OpenAction << /S /JavaScript /JS (x) >>', isPacked: true })
  const cut = Buffer.from(pdf)
  const end = cut.indexOf('\nendstream', cut.indexOf('/ObjStm'))
  cut.fill(0xff, end - 4, end)
  expect(await outcome(cut)).toBe('active')
})

test('a file without a PDF header in its first bytes is not a PDF', async () => {
  expect(await outcome(Buffer.concat([Buffer.from('<html>'), hostile.aPdf()]))).toBe('not_pdf')
  expect(await outcome('PK\x03\x04 an EPUB, say')).toBe('not_pdf')
  expect(await outcome('%PD')).toBe('not_pdf')
})

test('an empty file is rejected as empty', async () => {
  expect(await outcome('')).toBe('empty')
})

test('a file that needs a password is rejected; one that only restricts printing is not', async () => {
  expect(await outcome(hostile.aPdf({ password: 'secret' }))).toBe('encrypted')
  expect(await outcome(hostile.aPdf({ password: '' }))).toBe('accepted')
})

test('a truncated file or a mere header is damaged', async () => {
  const pdf = hostile.aPdf({ page: '/Annots []' })
  expect(await outcome(pdf.subarray(0, pdf.length / 2))).toBe('damaged')
  expect(await outcome(pdf.subarray(0, pdf.lastIndexOf('startxref')))).toBe('damaged')
  expect(await outcome('%PDF-1.7\n')).toBe('damaged')
})

const replaced = (pdf: Buffer, from: string, to: string) => {
  const text = pdf.toString('latin1')
  expect(text).toContain(from)
  return Buffer.from(text.replace(from, to.padEnd(from.length)), 'latin1')
}

test.each([
  ['without startxref', (pdf: Buffer) => pdf.subarray(0, pdf.lastIndexOf('startxref'))],
  [
    'without a cross-reference table',
    (pdf: Buffer) => Buffer.from(pdf.toString('latin1').replace(/\nxref[^]*?trailer/, '\ntrailer'), 'latin1'),
  ],
  ['whose trailer names no catalog', (pdf: Buffer) => replaced(pdf, '/Root 1 0 R', '/Root 9 0 R')],
  ['whose trailer is not a dictionary', (pdf: Buffer) => replaced(pdf, '<< /Size 5 /Root 1 0 R >>', '<<<< (')],
  ['whose table does not list the pages', (pdf: Buffer) => replaced(pdf, '00000 n', '00000 f')],
])('a whole file %s is accepted, and its first page drawn', async (_, change) => {
  const { pageCount, firstPage } = await inspector.inspect(await writeTemp(change(aPdf())), { firstPage: true })
  expect([pageCount, (firstPage?.png.length ?? 0) > 0]).toEqual([2, true])
})

test('a whole file whose objects are packed is accepted without its cross-reference stream', async () => {
  const pdf = replaced(hostile.aPdf({ isPacked: true }), '/Type /XRef', '/Type /None')
  expect(await outcome(pdf)).toBe('accepted')
  const active = hostile.aPdf({ isPacked: true, catalog: '/OpenAction << /S /JavaScript /JS (x) >>' })
  expect(await outcome(replaced(active, '/Type /XRef', '/Type /None'))).toBe('active')
})

test('the page count is that of existing pages, not the claimed one', async () => {
  const pages = (kids: string, count: number) =>
    hostile.aPdf({ objects: { 2: `<< /Type /Pages /Kids [${kids}] /Count ${count} >>` } })
  const lying = await inspector.inspect(await writeTemp(pages('3 0 R', 900_000)), { firstPage: false })
  const accessibility = { kind: 'pdf', ...TEXT_ALONE, text: 'none', hasContents: false }
  expect(lying).toEqual({
    pageCount: 1,
    title: '',
    author: '',
    language: null,
    accessibility,
    ...UNSAID,
    advice: expect.any(Array),
  })
  expect(await outcome(pages('3 0 R '.repeat(5_000), 5_000))).toBe('accepted')
  expect(await outcome(pages('3 0 R '.repeat(5_001), 5_001))).toBe('too_many_pages')
  expect(await outcome(pages('', 0))).toBe('no_pages')
  expect(await outcome(pages('2 0 R', 1))).toBe('no_pages')
})

test('what is seen for its readers is the same in a file whose objects are packed or encrypted', async () => {
  const catalog = '/MarkInfo << /Marked true >> /Lang (de-AT)'
  const accessibility = { kind: 'pdf', text: 'none', isTagged: true, language: 'de-AT', hasContents: false }
  for (const disguise of [{}, { isPacked: true }, { password: '' }, { isPacked: true, password: '' }])
    expect(
      await inspector.inspect(await writeTemp(hostile.aPdf({ catalog, ...disguise })), { firstPage: false }),
    ).toMatchObject({ language: 'de-AT', accessibility })
})

test('too many objects, or too deeply nested ones, are too complex', { timeout: 180_000 }, async () => {
  const many = Object.fromEntries(Array.from({ length: 200_001 }, (_, index) => [index + 5, '1']))
  expect(await outcome(hostile.aPdf({ objects: many }))).toBe('too_complex')
  expect(await outcome(hostile.aPdf({ objects: { 5: '['.repeat(100_000) } }))).toBe('too_complex')
  expect(await outcome(hostile.aPdf({ objects: { 5: '7 0 obj (\n'.repeat(500_000) } }))).toBe('too_complex')
})

test('a page that inflates beyond the limit is rejected even if it is not rendered', async () => {
  await expect(inspector.inspect(await writeTemp(hostile.bombPdf()), { firstPage: false })).rejects.toMatchObject({
    reason: 'too_complex',
  })
})

test('a decompression bomb ends at a limit, wherever it is hidden, and the server does not grow', async () => {
  const bombs = [
    hostile.bombPdf(),
    hostile.piecewiseBombPdf(),
    hostile.aPdf({
      objects: { 5: { entries: '/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode', body: hostile.bombOf(1024) } },
    }),
  ]
  const before = process.memoryUsage.rss()
  let most = before
  let mostInChild = 0
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss())
    mostInChild = Math.max(mostInChild, residentBytes(inspector.pid()))
  }, 10)
  for (const bomb of bombs) expect(await outcome(bomb)).toBe('too_complex')
  clearInterval(watch)
  expect(most - before).toBeLessThan(150 * MEGABYTE)
  expect(mostInChild).toBeLessThan(800 * MEGABYTE)
  expect(await outcome(hostile.aPdf())).toBe('accepted')
})

test(
  'a page that takes too long to render is rejected, and the next file gets a new process',
  { timeout: 120_000 },
  async () => {
    const hasty = createPdfInspector({ wallMs: 6_000, cpuMs: 120_000 })
    await outcome(hostile.aPdf(), hasty)
    const started = performance.now()
    expect(await outcome(hostile.slowPdf(), hasty)).toBe('too_complex')
    // The page would take the time of a processor that it is allowed.
    expect(performance.now() - started).toBeLessThan(30_000)
    expect(await outcome(hostile.aPdf(), hasty)).toBe('accepted')
    hasty.close()
  },
)

test('a process that is ended before it has started is no fault of the file', async () => {
  const tooHasty = createPdfInspector({ memoryBytes: 1 })
  await expect(outcome(hostile.aPdf(), tooHasty)).rejects.toThrow(InspectorBusyError)
  tooHasty.close()
})

test('one process inspects file after file and ends when idle', async () => {
  const brief = createPdfInspector({ idleMs: 200 })
  await outcome(hostile.aPdf(), brief)
  const pid = brief.pid() ?? 0
  await outcome(hostile.aPdf(), brief)
  expect(brief.pid()).toBe(pid)
  expect(isProcess(pid)).toBe(true)
  await expect.poll(() => isProcess(pid)).toBe(false)
  expect(await outcome(hostile.aPdf(), brief)).toBe('accepted')
  brief.close()
})

test('the death of the process fails one upload alone', async () => {
  const mine = createPdfInspector()
  await outcome(hostile.aPdf(), mine)
  const slow = outcome(hostile.slowPdf(), mine)
  const pid = mine.pid() ?? 0
  await untilBusy(pid)
  // Not earlier: of two files either may come to the process that is there already.
  const waiting = outcome(hostile.aPdf(), mine)
  process.kill(pid, 'SIGKILL')
  expect(await slow).toBe('too_complex')
  expect(await waiting).toBe('accepted')
  mine.close()
})

test('slow files of one caller do not keep the file of another waiting', async () => {
  const mine = createPdfInspector({ cpuMs: 3_000 })
  const slowFile = await writeTemp(hostile.slowPdf())
  let slowDone = 0
  const slow = Array.from({ length: 2 }, () =>
    mine.inspect(slowFile, { firstPage: true, caller: 'one' }).catch((error: unknown) => {
      slowDone += 1
      return error
    }),
  )
  await expect.poll(() => mine.pid()).toBeDefined()
  const file = await writeTemp(hostile.aPdf())
  expect((await mine.inspect(file, { firstPage: true, caller: 'other' })).pageCount).toBe(1)
  expect(slowDone).toBe(0)
  mine.close()
  await Promise.all(slow)
})

test('a killed server leaves no process behind, even while a page is rendered', async () => {
  const program = `import { createPdfInspector } from ${JSON.stringify(new URL('./inspect-pdf.ts', import.meta.url).href)}
    const inspector = createPdfInspector()
    inspector.inspect(process.argv[1], { firstPage: true })
    setInterval(() => inspector.pid() && console.log(inspector.pid()), 50)`
  const file = await writeTemp(hostile.slowPdf())
  const server = spawn(process.execPath, ['--input-type=module', '-e', program, file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const pid = parseInt(String((await once(server.stdout, 'data'))[0]), 10)
  await untilBusy(pid)
  server.kill('SIGKILL')
  expect(isProcess(pid)).toBe(true)
  await expect.poll(() => isProcess(pid), { timeout: 5_000 }).toBe(false)
})

test('the queue holds at most twenty files', async () => {
  const file = await writeTemp(hostile.aPdf())
  // Two are opened meanwhile.
  const all = await Promise.allSettled(Array.from({ length: 24 }, () => inspector.inspect(file, { firstPage: true })))
  const refused = all.filter((one) => one.status === 'rejected')
  expect(refused.length).toBe(2)
  expect(refused.every(({ reason }) => reason instanceof InspectorBusyError)).toBe(true)
})

test('a missing file is an internal error, not a rejection', async () => {
  await expect(inspector.inspect(join(folder, 'none.pdf'), { firstPage: false })).rejects.toMatchObject({
    code: 'ENOENT',
  })
})

test('three hundred random changes of a small PDF all end in a result', async () => {
  const pdf = hostile.aPdf({ ...hostile.HARMLESS_PLANS['a form to fill in'], isPacked: true })
  const random = randomFrom(1)
  const outcomes = new Map<string, number>()
  for (let round = 0; round < 300; round += 1) {
    const changed = Buffer.from(pdf)
    for (let flips = 1 + random(8); flips > 0; flips -= 1) changed[5 + random(changed.length - 5)] = random(256)
    const result = await outcome(changed)
    outcomes.set(result, (outcomes.get(result) ?? 0) + 1)
  }
  expect(outcomes.get('accepted')).toBeGreaterThan(50)
  expect(outcomes.get('damaged')).toBeGreaterThan(5)
})

/** The same numbers each time (a linear congruential generator), so that a failure can be seen again. */
const randomFrom = (seed: number) => {
  let state = seed
  return (below: number): number => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return Math.floor((state / 2 ** 32) * below)
  }
}
