import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PDFDocument } from 'pdf-lib'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { GENRES } from '#contract/shapes/genres.ts'
import { ENGLISH, LANGUAGES } from '#contract/shapes/languages.ts'
import { AUTHOR_MAX, CAPTION_MAX, TITLE_MAX } from '#contract/publishing.ts'

const read = (name: string) => readFile(join(import.meta.dirname, name))

const word = (max: number) => z.string().check(z.minLength(1), z.maxLength(max))

const Handbooks = z.array(
  z.strictObject({
    slug: z.string().check(z.regex(/^[a-z]+$/)),
    title: word(TITLE_MAX),
    author: word(AUTHOR_MAX),
    genre: z.enum(GENRES),
    caption: word(CAPTION_MAX),
    pdf: z.string().check(z.regex(/^[a-z]+\.pdf$/)),
  }),
)

const Translated = z.record(
  z.enum(['readers', 'authors', 'administrators']),
  z.strictObject({ title: word(TITLE_MAX), caption: word(CAPTION_MAX) }),
)

const MAX_BYTES = 1_000_000
const ACTIVE = /\/(JavaScript|JS|OpenAction|AA|Launch|SubmitForm|ImportData|RichMedia|EmbeddedFiles?|AcroForm|XFA)\b/

const handbooks = Handbooks.parse(JSON.parse((await read('handbooks.json')).toString()))

test('there is a handbook for readers, one for authors and one for administrators', () => {
  expect(handbooks.map(({ slug }) => slug)).toEqual(['readers', 'authors', 'administrators'])
})

test('they describe what the library takes and has', async () => {
  const [readers, authors, administrators] = await Promise.all(
    handbooks.map(async ({ slug }) => (await read(`${slug}.html`)).toString()),
  )
  expect(authors).toMatch(/Word.*EPUB/s)
  expect(authors).not.toContain('not accepted for now')
  expect(readers).not.toContain('depends on your browser')
  for (const word of ['My books', 'Keep for reading offline', 'Read aloud']) expect(readers).toContain(word)
  for (const word of ['IMPORT_FROM', 'BACKUP_TO', 'By invitation']) expect(administrators).toContain(word)
})

describe.each(handbooks)('$title', ({ slug, title, author, caption, pdf }) => {
  test('is a PDF of less than 1 MB', async () => {
    const bytes = await read(pdf)
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
    expect(bytes.length).toBeLessThan(MAX_BYTES)
  })

  test('has at least six pages, all upright and two wide to three high', async () => {
    const pages = (await PDFDocument.load(await read(pdf))).getPages()
    expect(pages.length).toBeGreaterThanOrEqual(6)
    for (const page of pages) expect(page.getWidth() / page.getHeight()).toBeCloseTo(2 / 3, 3)
  })

  test('holds no script and nothing else that runs automatically', async () => {
    const document = await PDFDocument.load(await read(pdf))
    const objects = document.context.enumerateIndirectObjects().map(([, object]) => object.toString())
    expect(objects.filter((object) => ACTIVE.test(object))).toEqual([])
  })

  test('has the title and author of the list in its metadata', async () => {
    const document = await PDFDocument.load(await read(pdf))
    expect([document.getTitle(), document.getAuthor()]).toEqual([title, author])
    expect((await read(`${slug}.html`)).toString()).toContain(`<title>${title}</title>`)
  })

  test('is described in two to four sentences', () => {
    expect([2, 3, 4]).toContain(caption.match(/[.?](?= |$)/g)?.length)
  })
})

describe.each(LANGUAGES.filter((language) => language !== ENGLISH))('in $name', ({ tag }) => {
  const readOwn = async (name: string) => (await read(`../languages/${tag}/handbooks/${name}`)).toString()

  test('each has a title and a caption of its own', async () => {
    const own = Translated.parse(JSON.parse(await readOwn('handbooks.json')))
    for (const { slug, title, caption } of handbooks) {
      expect(own[slug as keyof typeof own].title).not.toBe(title)
      expect(own[slug as keyof typeof own].caption).not.toBe(caption)
    }
  })

  test.each(handbooks)('$title has the chapters and the sections of the English one', async ({ slug }) => {
    const english = (await read(`${slug}.html`)).toString()
    const lines = (await readOwn(`${slug}.md`)).replaceAll(/^```.*?^```/gms, '').split('\n')
    const count = (start: string) => lines.filter((line) => line.startsWith(start)).length
    expect(count('# ')).toBe(english.match(/<section class="chapter"/g)?.length)
    expect(count('## ')).toBe(english.match(/<h3>/g)?.length)
  })
})
