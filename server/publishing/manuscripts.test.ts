import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as books from '#contract/books.ts'
import * as calls from '#contract/publishing.ts'
import { ingest } from '#server/formats/epub/testing-ingest.ts'
import { aBookForm } from '#server/testing/book-form.ts'
import { openTestSite, type Person, problemFrom, type TestSite } from '#server/testing/test-site.ts'
import { expectNothingStored, remainsOf } from './testing-uploads.ts'

const MARKDOWN = `---
title: The Lamp
author: [Ottoline Marsh, Ida Fenn]
lang: en-GB
description: Every dusk.
---
# Dusk

The lamps were lit[^1] one by one. <b>Raw</b>

# Dawn

They were put out.

[^1]: By hand.
`

let site: TestSite
let author: Person
let reader: Person

beforeAll(async () => {
  site = await openTestSite()
  author = await site.anAuthor()
  reader = await site.aReader()
})
afterAll(() => site.close())

const aManuscript = (content: string | Uint8Array, name: string, words: object = {}) =>
  aBookForm({
    pdf: new Blob([typeof content === 'string' ? content : new Uint8Array(content)]),
    pdfFileName: name,
    ...words,
  })
const publish = (body: FormData) => site.api(author)(calls.publishBook, { body })
const get = async (url: string) => {
  const answer = await site.app.inject({ method: 'GET', url })
  return { status: answer.statusCode, headers: answer.headers, bytes: answer.rawPayload }
}
const downloadOf = async (id: string) => {
  const { downloadUrl } = await site.api(reader)(books.getBookFile, { params: { id } })
  return get(downloadUrl)
}

describe('a manuscript in Markdown', () => {
  test('is published as an EPUB, which readers download', async () => {
    const { book, findings } = await publish(aManuscript(MARKDOWN, 'the lamp.md'))
    expect(book).toMatchObject({ format: 'epub', title: 'The Lamplighter’s Almanac' })
    expect(findings).toEqual([expect.stringContaining('HTML (in “Dusk”)')])
    const { headers, bytes } = await downloadOf(book._id)
    expect(headers['content-disposition']).toContain('filename="the_lamp.epub"')
    const { manifest, chapters } = await ingest(bytes)
    expect(manifest.metadata).toMatchObject({ title: 'The Lamp', languages: ['en-GB'] })
    expect(chapters.map(({ title }) => title)).toEqual([null, null, 'Dusk', 'Dawn'])
  })

  test('fills the form', async () => {
    const form = new FormData()
    form.set('file', new Blob([MARKDOWN]), 'lamp.md')
    const facts = await expectNothingStored(site, () => site.api(author)(calls.inspectFile, { body: form }))
    expect(facts).toMatchObject({
      ...{ format: 'epub', title: 'The Lamp', author: 'Ottoline Marsh, Ida Fenn', language: 'en-GB' },
      ...{ description: 'Every dusk.', cover: null, findings: [expect.stringContaining('HTML')] },
    })
  })

  test('is deleted with all that was made of it', async () => {
    const before = await remainsOf(site)
    const { book } = await publish(aManuscript(MARKDOWN, 'lamp.md'))
    const added = (await remainsOf(site)).files.filter(
      (file) => file.startsWith('files/epub') && !before.files.includes(file),
    )
    expect(added.map((file) => /\.\w+$/.exec(file)?.[0])).toEqual(
      expect.arrayContaining(['.edition', '.epub', '.manuscript']),
    )
    await site.api(author)(calls.deleteBook, { params: { id: book._id } })
    const left = (await remainsOf(site)).files.filter((file) => file.startsWith('files/epub'))
    expect(left).toEqual(before.files.filter((file) => file.startsWith('files/epub')))
  })

  test('that is no text is refused in words', async () => {
    const refused = await expectNothingStored(site, () =>
      problemFrom(publish(aManuscript(Buffer.from([0xc3, 0x28, 0x61]), 'lamp.md'))),
    )
    expect(refused).toMatchObject({ status: 422, errors: { pdfFile: expect.stringContaining('UTF-8') } })
    expect(await problemFrom(publish(aManuscript('\n', 'lamp.md')))).toMatchObject({
      ...{ status: 422, message: 'There is no text in this manuscript.' },
    })
  })
})
