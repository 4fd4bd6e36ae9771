import { expect, test } from '@playwright/test'
import { publishBook } from '#contract/publishing.ts'
import { aBookForm } from '#server/testing-books.ts'
import { aPdf } from '#tests/hostile-files.ts'
import { apiOf, browserOf, sharedPerson, theSite } from './people.ts'
import { collectPageErrors } from './watched-page.ts'

const linkAt = (y: number, action: string) => `<< /Subtype /Link /Rect [20 ${y} 180 ${y + 40}] /A ${action} >>`

/** A link to the web above one to a neighbouring file, and one to a file in an attachment. */
const PDF = aPdf({
  page: `/Annots [${[
    linkAt(240, '<< /S /URI /URI (https://example.org/a) >>'),
    linkAt(140, '<< /S /GoToR /F (two.pdf) /D [0 /Fit] >>'),
    linkAt(40, '<< /S /GoToE /D [0 /Fit] /T << /R /C /N (a) >> >>'),
  ].join(' ')}]`,
})

test('the reader follows a link to the web, and does nothing with one to a neighbouring file', async ({ browser }) => {
  const author = await sharedPerson('author')
  const pdf = new Blob([new Uint8Array(PDF)], { type: 'application/pdf' })
  const { book } = await apiOf(theSite(), author)(publishBook, { body: aBookForm({ title: 'With Links', pdf }) })
  const context = await browserOf(browser, author)
  const pageErrors = await collectPageErrors(context)
  const page = await context.newPage()
  const elsewhere: string[] = []
  page.on('request', (request) => {
    const { pathname, origin } = new URL(request.url())
    if (origin !== new URL(theSite().address).origin || pathname.endsWith('two.pdf')) elsewhere.push(request.url())
  })
  await page.goto(`/read/${book._id}`)
  const web = page.locator('.annotationLayer a[href="https://example.org/a"]')
  await expect(web).toHaveAttribute('rel', 'noopener noreferrer nofollow')
  await expect(page.locator('.annotationLayer a[href]:not([href="#"]):not([href=""])')).toHaveCount(1)

  const sheet = page.locator('.page[data-page-number="1"]')
  const { width = 0, height = 0 } = (await sheet.boundingBox()) ?? {}
  const address = page.url()
  for (const y of [160, 60]) await sheet.click({ position: { x: width / 2, y: (height * (300 - y)) / 300 } })
  await page.waitForLoadState('networkidle')
  expect(page.url()).toBe(address)
  expect(context.pages()).toHaveLength(1)
  expect(elsewhere).toEqual([])
  expect(pageErrors).toEqual([])
  await context.close()
})
