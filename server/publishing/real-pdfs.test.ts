import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { publishBook } from '#contract/publishing.ts'
import { aBookForm, pdfBlob } from '#server/testing/book-form.ts'
import { openTestSite, type Person, problemFrom, testData, type TestSite } from '#server/testing/test-site.ts'
import { expectNothingStored } from './testing-uploads.ts'

let site: TestSite
let author: Person

beforeAll(async () => {
  site = await openTestSite()
  author = await site.anAuthor()
})
afterAll(() => site.close())

const publish = async (form: FormData) => (await site.api(author)(publishBook, { body: form })).book
const refusal = (form: FormData) => expectNothingStored(site, () => problemFrom(publish(form)))

interface Sample {
  name: string
  pages: number
  expect: string
}

const manifest = testData('pdf/manifest.json')
const samples = manifest ? (JSON.parse(readFileSync(manifest, 'utf8')) as Sample[]) : []

test.runIf(samples.length > 0)(
  'each real PDF gets what its manifest expects, and the server stays within 150 MB of where it was',
  async () => {
    await publish(aBookForm({ cover: 'first-page' }))
    const before = process.memoryUsage.rss()
    let most = before
    const watch = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 20)
    for (const { name, pages, expect: expected } of samples) {
      const form = aBookForm({
        title: name,
        cover: 'first-page',
        pdf: pdfBlob(testData(`pdf/${name}`) ?? ''),
        pdfFileName: name,
      })
      if (expected.startsWith('201')) expect([name, (await publish(form)).pageCount]).toEqual([name, pages])
      else {
        const refused = await refusal(form)
        expect([name, refused.status, refused.type]).toEqual([name, 422, 'unreadable'])
        expect(refused.message).toContain(expected.replace(/^422, /, ''))
        expect(refused.errors).toEqual({ pdfFile: refused.message })
      }
    }
    clearInterval(watch)
    expect((most - before) / 2 ** 20).toBeLessThan(150)
  },
  60_000,
)
