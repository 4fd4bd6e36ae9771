import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { EpubManifest } from '#contract/shapes/epub.ts'
import { ingestEpub } from '#server/formats/epub/ingest-epub.ts'
import { readChapterStarts } from '#server/formats/epub/read-chapter-starts.ts'
import { faultsInDocument } from '#server/formats/epub/testing-harmless.ts'
import { ingest } from '#server/formats/epub/testing-ingest.ts'
import { aZip } from '#server/formats/epub/testing-zip.ts'
import { openZip } from '#server/formats/epub/open-zip.ts'
import { writeEdition } from '#server/formats/epub/write-edition.ts'
import { convertManuscript, type ManuscriptTask } from './convert-manuscript.ts'
import { aDocx, heading, paragraph } from './testing-docx.ts'
import { aChaptered } from './testing-manuscripts.ts'
import { anOdt, odtParagraph } from './testing-odt.ts'

const md = (text: string, fileName = 'a.md') => ({ fileName, bytes: Buffer.from(text) })
const words = { title: 'The Lamp', author: 'Ida Fenn', language: 'en' }

/** Adds chapters one after the other. Returns what was made at each step. */
const grow = async (first: Omit<ManuscriptTask, 'words'>, ...chapters: NonNullable<ManuscriptTask['chapter']>[]) => {
  let file: Omit<ManuscriptTask, 'words'> = first
  const steps = [await convertManuscript({ ...file, words })]
  for (const chapter of chapters) {
    const step = await convertManuscript({ ...file, words, chapter })
    steps.push(step)
    file = { fileName: 'a.zip', bytes: Buffer.from(step.manuscript ?? []) }
  }
  return { steps, file }
}

const filesOf = async ({ epub }: { epub: Uint8Array }) => {
  const zip = await openZip(Buffer.from(epub))
  return new Map(zip.names.map((name) => [name.replace('EPUB/', ''), zip.read(name)?.toString() ?? '']))
}
const identifierOf = (files: Map<string, string>) => /urn:uuid:[\da-f-]+/.exec(files.get('package.opf') ?? '')?.[0]
const spineOf = (files: Map<string, string>) =>
  [...(files.get('package.opf') ?? '').matchAll(/itemref idref="([^"]+)"/g)].map(([, id]) => id)

test.each([
  [
    'of several chapters',
    md('# Dusk\n\nLamps[^1] ![x](y.png).\n\n## Early\n\nText.\n\n# Dawn\n\nOut.\n\n[^1]: By hand.\n'),
  ],
  ['of one chapter', md('# Dusk\n\nLamps were lit.\n')],
  ['without a heading', md('Lamps were lit.\n')],
  ['of a title and chapters', md('# The Lamp\n\n## Dusk\n\nLit.\n\n## Dawn\n\nOut.\n')],
  ['in Word', aChaptered()],
])('a manuscript %s keeps its chapters, its identifier and its order when chapters are added', async (_, first) => {
  const { steps } = await grow(
    { fileName: first.fileName, bytes: first.bytes },
    { ...md('The cold water[^1].\n\n[^1]: A note.\n\n# Other\n\n[to](#other)\n'), title: 'The Ford' },
    aChaptered().chapter,
  )
  const [before, after, last] = await Promise.all(steps.map(filesOf))
  if (!before || !after || !last) throw new Error('a step is missing')
  for (const [name, text] of before)
    if (/^(?:c\d+\.xhtml|title\.xhtml|picture)/.test(name)) expect(last.get(name)).toBe(text)
  expect([after, last].map(identifierOf)).toEqual([identifierOf(before), identifierOf(before)])
  const number = [...before.keys()].filter((name) => /^c\d/.test(name)).length
  expect(spineOf(last)).toEqual([...spineOf(before), `c${number + 1}.xhtml`, `c${number + 2}.xhtml`])
  expect(last.get(`c${number + 1}.xhtml`)).toBe(after.get(`c${number + 1}.xhtml`))
  expect(last.get(`c${number + 1}.xhtml`)).toMatch(
    /<h1 id="h1">The Ford<\/h1>[\s\S]*<h2 id="(h\d)">Other<\/h2>[\s\S]*href="#\1"/,
  )
})

test.each([
  ['Chapter 3', '<h1 id="h1">Chapter 3</h1><h2 id="h2">The Ford</h2><p>In which Ann crosses</p>'],
  ['Chapter 3: The Ford', '<h1 id="h1">Chapter 3: The Ford</h1><p>In which Ann crosses</p>'],
  ['The Ford: In which Ann crosses', '<h1 id="h1">The Ford: In which Ann crosses</h1>'],
])('an added chapter called %s has the title and the subtitle that its file begins with', async (title, begin) => {
  const body = paragraph('The Ford', 'Titel') + paragraph('In which Ann crosses', 'Untertitel') + paragraph('Text.')
  const { steps } = await grow(md('Before.'), { fileName: 'c.docx', bytes: aDocx({ body }), title })
  const files = await filesOf(steps[1] as (typeof steps)[number])
  expect(files.get('c2.xhtml')).toContain(`${begin}<p>Text.</p>`)
})

test('an added chapter has the title of its file once, and not that of the book', async () => {
  const added = [
    { fileName: 'c.docx', bytes: aDocx({ body: paragraph('The lamp', 'Titel') + heading('Dawn') + paragraph('a') }) },
    { fileName: 'c.odt', bytes: anOdt({ body: odtParagraph('Noon', 'Title') + odtParagraph('b') }) },
  ]
  const { steps } = await grow(md('Before.'), ...added.map((file, at) => ({ ...file, title: `Chapter ${at + 2}` })))
  const files = await filesOf(steps[2] as (typeof steps)[number])
  expect(files.get('c2.xhtml')).toContain('<h1 id="h1">Chapter 2</h1><h2 id="h2">Dawn</h2><p>a</p>')
  expect(files.get('c3.xhtml')).toContain('<h1 id="h1">Chapter 3</h1><h2 id="h2">Noon</h2><p>b</p>')
})

/** The pages on which the chapters begin. */
const startsOf = async ({ epub }: { epub: Uint8Array }) => {
  const folder = await mkdtemp(join(tmpdir(), 'added-'))
  const path = join(folder, 'book.edition')
  let manifest: EpubManifest | undefined
  await writeEdition(path, {
    read: async (onPart) => {
      for await (const part of ingestEpub(Buffer.from(epub)))
        if ('manifest' in part) ({ manifest } = part)
        else await onPart(part)
      return manifest as EpubManifest
    },
    encodeImage: async () => undefined,
  })
  const edition = await readFile(path)
  await rm(folder, { recursive: true })
  const part = async (begin: number, end: number) => edition.subarray(begin, end)
  return readChapterStarts({ part, bytes: async () => edition })
}

test('chapters stay on their pages when the contents grow', async () => {
  const titled = (n: number) => `# ${n} of the lamps at harbour\n\nOne was lit.\n`
  const added = { ...md('The cold water.\n'), title: 'Of the lamps by the harbour, and of those that were put out' }
  const first = md(Array.from({ length: 60 }, (_, n) => titled(n + 10)).join('\n'))
  const { steps } = await grow(first, added, added, added, added)
  const [before = [], after = []] = await Promise.all([steps[0], steps[4]].map((step) => step && startsOf(step)))
  expect(before).toHaveLength(62)
  expect(before[2]).toEqual({ spine: 3, page: 3 })
  expect(after.slice(0, 62)).toEqual(before)
})

test('the same chapters give the same bytes, and nothing in them is harmful', async () => {
  const one = await convertManuscript(aChaptered())
  const other = await convertManuscript(aChaptered())
  for (const key of ['epub', 'manuscript'] as const)
    expect(Buffer.from(one[key] ?? []).equals(Buffer.from(other[key] ?? []))).toBe(true)
  const { chapters, manifest } = await ingest(Buffer.from(one.epub))
  expect(manifest.findings).toEqual([])
  expect(chapters.at(-1)).toMatchObject({ title: 'Chapter 4: The Ford', text: expect.stringContaining('At dawn.') })
  for (const { xhtml } of chapters) expect(faultsInDocument(xhtml)).toEqual([])
})

test('a heading that says the title again is the title, and the picture and the note of a chapter are its own', async () => {
  const files = await filesOf(await convertManuscript(aChaptered()))
  const chapter = files.get('c4.xhtml') ?? ''
  expect(chapter.match(/<h\d|(?<=<h[^>]*>)[^<]+/g)).toEqual(['<h1', 'Chapter 4: The Ford', '<h2', 'The bank'])
  expect(chapter).toContain('src="chapter1-picture1.png"')
  expect(chapter).toContain('<aside id="fn1"')
})

test('the archive that is kept is a manuscript again', async () => {
  const { manuscript = new Uint8Array(), epub } = await convertManuscript(aChaptered())
  const again = await convertManuscript({
    fileName: 'mine.zip',
    bytes: Buffer.from(manuscript),
    words: aChaptered().words,
  })
  expect(Buffer.from(again.epub).equals(Buffer.from(epub))).toBe(true)
  expect(again.extension).toBe('.zip')
})

test.each([
  ['is no JSON', 'x'],
  [
    'names files that are not there',
    '{"manuscript":{"file":"a.md","name":"a.md"},"chapters":[{"file":"b.md","name":"b.md","title":"B"}]}',
  ],
  ['has other fields', '{"manuscript":"a.md","chapters":{}}'],
  ['is null', 'null'],
])('an archive whose index %s is read as any archive', async (_, index) => {
  const bytes = aZip([
    { name: 'chapters.json', data: index },
    { name: 'a.md', data: '# A\n\nText.\n' },
  ])
  const { epub, extension } = await convertManuscript({ fileName: 'a.zip', bytes, words })
  expect(extension).toBe('.zip')
  expect((await ingest(Buffer.from(epub))).chapters.at(-1)?.text).toContain('Text.')
})

test.each([
  ['a chapter of a zip archive', [{ name: '1.md', data: '# A\n\nText.\n' }], '2.md'],
  [
    'an added chapter',
    [
      {
        name: 'chapters.json',
        data: '{"manuscript":{"file":"a.md","name":"a.md"},"chapters":[{"file":"2.md","name":"b.md","title":"B"}]}',
      },
      { name: 'a.md', data: '# A\n\nText.\n' },
    ],
    '2.md',
  ],
  ['the index of added chapters', [{ name: 'a.md', data: '# A\n\nText.\n' }], 'chapters.json'],
])('a manuscript is refused if %s is damaged', async (_, files, damaged) => {
  const bytes = aZip([...files, { name: damaged, data: '# B\n\nMore text.\n', stated: { crc: 1 } }])
  await expect(convertManuscript({ fileName: 'a.zip', bytes, words })).rejects.toThrow(
    'A file in this zip archive is damaged. Pack it again and upload the new archive.',
  )
})

test('a manuscript whose picture is damaged is converted without it', async () => {
  const bytes = aZip([
    { name: 'a.md', data: '# A\n\nText. ![A tree](a.png)\n' },
    { name: 'a.png', data: 'x', stated: { crc: 1 } },
  ])
  const { findings } = await convertManuscript({ fileName: 'a.zip', bytes, words })
  expect(findings).toEqual([expect.stringMatching(/^1 picture \(in “A”\) was left out/)])
})

test('a chapter without text is refused', async () => {
  await expect(
    convertManuscript({ ...md('# A\n\nText.'), words, chapter: { ...md(' \n'), title: 'B' } }),
  ).rejects.toThrow('There is no text in this manuscript.')
})
