import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inspectFile } from '#contract/publishing.ts'
import { anEpub } from '#server/formats/epub/testing-epub.ts'
import { aPdf } from '#server/testing/book-form.ts'
import { openTestSite, type Person, type TestSite } from '#server/testing/test-site.ts'

const DATA = resolve(process.env['TEST_DATA'] ?? '../shared/data')

let site: TestSite
let author: Person

beforeAll(async () => {
  site = await openTestSite()
  author = await site.anAuthor()
})
afterAll(() => site.close())

const adviceOn = async (bytes: Buffer) => {
  const body = new FormData()
  body.set('file', new Blob([new Uint8Array(bytes)]), 'a-book')
  return (await site.api(author)(inspectFile, { body })).advice
}
const kindsOf = async (bytes: Buffer) => (await adviceOn(bytes)).map(({ kind }) => kind)

/** The same PDF with other words, which are as long, in its objects. */
const replaced = (pdf: Buffer, from: string, to: string) =>
  Buffer.from(pdf.toString('latin1').replace(from, to.padEnd(from.length)), 'latin1')
const CATALOG = '<< /Type /Catalog /Pages 2 0 R >>'
const withCatalog = (words: string) =>
  Buffer.from(aPdf().toString('latin1').replace(CATALOG, `<< /Type /Catalog /Pages 2 0 R ${words} >>`), 'latin1')

describe('the author of a PDF is advised', () => {
  test.each([
    ['about its text and its language', aPdf(), ['no-text', 'no-language']],
    ['about its contents, if it is long', aPdf(21), ['no-text', 'no-contents', 'no-language']],
    ['not about a language that it has', withCatalog('/Lang (en)'), ['no-text']],
    ['about a language that is empty', withCatalog('/Lang ()'), ['no-text', 'no-language']],
  ])('%s', async (_, pdf, kinds) => {
    expect(await kindsOf(pdf)).toEqual(kinds)
  })

  test('about the pages that are larger or smaller than the others, not about those that are turned', async () => {
    const [large, turned] = [replaced(aPdf(5), '400 600', '400 700'), replaced(aPdf(5), '400 600', '600 400')]
    expect(await adviceOn(large)).toContainEqual({ kind: 'mixed-sizes', pages: [1] })
    expect(await kindsOf(turned)).not.toContain('mixed-sizes')
  })
})

test('the author of an EPUB is advised about its contents, its language and its images', async () => {
  const chapters = { one: '<p><img src="a.png"/><img src="a.png" alt=""/><img src="a.png" alt="A lamp"/></p>' }
  expect(await adviceOn(anEpub({ metadata: '<dc:title>A Book</dc:title>', chapters }))).toEqual([
    { kind: 'no-contents' },
    { kind: 'no-language' },
    { kind: 'images-not-described', count: 1 },
  ])
})

describe.runIf(existsSync(DATA))('in a real book', () => {
  test.each([
    ['pdf/alice-en-69p.pdf', [{ kind: 'no-contents' }]],
    ['pdf/geotopo-de-117p.pdf', [{ kind: 'no-language' }, { kind: 'not-tagged' }]],
    [
      'pdf/huckfinn-scan-6p.pdf',
      [{ kind: 'no-language' }, { kind: 'not-tagged' }, { kind: 'mixed-sizes', pages: [1, 2, 5, 6] }],
    ],
    [
      'pdf/vicksburg-scan-ocr-6p.pdf',
      [{ kind: 'fonts-not-embedded', pages: [1, 2, 3, 4, 5] }, { kind: 'no-language' }, { kind: 'not-tagged' }],
    ],
    ['epub/wasteland-otf-obf.epub', []],
    ['epub/w3c-pub-cmt-png.epub', [{ kind: 'images-not-described', count: 1 }]],
  ])('%s', async (path, advice) => {
    expect(await adviceOn(readFileSync(join(DATA, path)))).toEqual(advice)
  })
})
