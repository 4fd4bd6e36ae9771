import { expect, test } from '@playwright/test'
import { getBookText } from '#contract/text-view.ts'
import { aBook, apiOf, browserOf, sharedPerson, theSite } from './people.ts'
import { viewButton, viewChoice } from './reader-bar.ts'
import { untilHydrated } from './served.ts'

test('a part of a page that can’t be loaded does not take the page with it', async ({ browser }) => {
  const [author, reader] = await Promise.all([sharedPerson('author'), sharedPerson('reader')])
  const { _id: id } = await aBook(author, { title: 'All but the Rest' })
  const context = await browserOf(browser, reader)
  const failed: string[] = []
  // Style sheets too, without which a script is not run.
  const parts = /\/assets\/(library-filters|rating-stars|related-books|want-on-cards)-[^/]+\.(css|js)$/
  await context.route(parts, (route) => {
    failed.push(/assets\/([a-z-]+)-/.exec(route.request().url())?.[1] ?? '')
    return route.abort()
  })
  const page = await context.newPage()
  await page.goto('/library')
  await expect.poll(() => failed).toContain('library-filters')
  await expect(page.getByRole('heading', { level: 1, name: 'The library' })).toBeVisible()
  await page.goto(`/books/${id}`)
  await expect(page.getByRole('button', { name: 'Want to read', exact: true })).toBeEnabled()
  await expect(page.getByText('Rate this book')).toBeVisible()
  await expect
    .poll(() => new Set(failed))
    .toEqual(new Set(['library-filters', 'rating-stars', 'related-books', 'want-on-cards']))
  await expect(page.getByRole('heading', { level: 1, name: 'All but the Rest' })).toBeVisible()
  await context.close()
})

test('a part of the form of a book that can’t be loaded does not take what was typed', async ({ browser }) => {
  const author = await sharedPerson('author')
  const { _id: id } = await aBook(author, { title: 'Half a Form' })
  const context = await browserOf(browser, author)
  let failed = 0
  await context.route(/\/assets\/versions-[^/]+\.js$/, (route) => {
    failed += 1
    return route.abort()
  })
  const page = await context.newPage()
  await page.goto(`/books/${id}/edit`)
  await page.getByLabel('Title', { exact: true }).fill('A Whole Form')
  await expect.poll(() => failed).toBeGreaterThan(0)
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('A Whole Form')
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('This page could not be shown.')
  await context.close()
})

test('a dialog that can’t be loaded says so, and the page stays', async ({ browser }) => {
  const context = await browserOf(browser, await sharedPerson('reader'))
  await context.route(/\/assets\/list-dialog-[^/]+\.js$/, (route) => route.abort())
  const page = await context.newPage()
  await page.goto('/my')
  const open = page.getByRole('button', { name: 'New list' })
  await open.click()
  await expect(page.getByRole('alert').getByText('This could not be opened. Please load the page again.')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'My books' })).toBeVisible()
  await context.unroute(/\/assets\/list-dialog-[^/]+\.js$/)
  await page.reload()
  await open.click()
  await expect(page.getByRole('dialog', { name: 'New list' })).toBeVisible()
  await context.close()
})

test('a page whose script is gone is loaded from the server, and not without a network', async ({ browser }) => {
  const context = await browserOf(browser, await sharedPerson('reader'))
  const page = await context.newPage()
  const documents: string[] = []
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents.push(new URL(request.url()).pathname)
  })
  const toAbout = async () => {
    await page.goto('/library')
    await untilHydrated(page)
    await page.waitForLoadState('networkidle')
    documents.length = 0
    return page.getByRole('link', { name: 'About', exact: true })
  }
  const about = page.getByRole('heading', { level: 1, name: /^About/ })
  const failed = page.getByRole('heading', { level: 1, name: 'This page could not be shown.' })

  const unreachable = await toAbout()
  await context.setOffline(true)
  await unreachable.click()
  await expect(failed).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'The library' })).toBeVisible()
  expect(documents).toEqual([])
  await context.setOffline(false)

  await context.route(/\/assets\/about-page-[^/]+\.js$/, (route) => route.fulfill({ status: 404 }))
  await (await toAbout()).click()
  await expect(about).toBeVisible()
  await page.waitForLoadState('networkidle')
  await expect(failed).toBeHidden()
  expect(documents).toEqual(['/about'])
  await context.close()
})

test('a book whose reader could not be loaded is opened by Retry', async ({ browser }) => {
  const [author, reader] = await Promise.all([sharedPerson('author'), sharedPerson('reader')])
  const { _id: id } = await aBook(author, { title: 'A Late Reader' })
  const context = await browserOf(browser, reader)
  const pdfJs = /\/assets\/pdf-[^/]+\.js$/
  await context.route(pdfJs, (route) => route.abort())
  const page = await context.newPage()
  await page.goto(`/read/${id}`)
  const retry = page.getByRole('button', { name: 'Retry' })
  await expect(retry).toBeVisible()
  await context.unroute(pdfJs)
  await retry.click()
  await expect(page.locator('.textLayer').getByText('The first page')).toBeVisible()
  await context.close()
})

test('the text of a book that can’t be shown leaves its pages', async ({ browser }) => {
  const [author, reader] = await Promise.all([sharedPerson('author'), sharedPerson('reader')])
  const { _id: id } = await aBook(author, { title: 'Pages without Text' })
  const parts = async () => (await apiOf(theSite(), reader)(getBookText, { params: { id } })).parts.length
  await expect.poll(parts, { timeout: 120_000 }).toBeGreaterThan(0)
  const context = await browserOf(browser, reader)
  const page = await context.newPage()
  await page.goto(`/read/${id}`)
  const words = page.locator('.textLayer').getByText('The first page')
  await expect(words).toBeVisible()
  // Not before: the reader has other scripts of this name.
  await context.route(/\/assets\/text-view-[^/]+\.js$/, (route) => route.abort())
  await viewButton(page).click()
  await viewChoice(page, 'Show', 'Text').click({ force: true })
  await expect(page.getByRole('alert').getByText('This could not be opened. Please load the page again.')).toBeVisible()
  await expect(words).toBeVisible()
  await context.close()
})

test('without the menu of the account nothing waits for the question who somebody is', async ({ browser }) => {
  const author = await sharedPerson('author')
  await aBook(author, { title: 'The Unasked Book' })
  const context = await browserOf(browser, author)
  await context.route(/\/assets\/account-menu-[^/]+\.js$/, (route) => route.abort())
  const message = 'Please confirm that it is you before you do this.'
  await context.route('**/api/**', (route) =>
    route.request().method() === 'DELETE'
      ? route.fulfill({ status: 403, json: { type: 'reauthenticate', message, requestId: 'asked' } })
      : route.continue(),
  )
  const page = await context.newPage()
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Delete The Unasked Book' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByRole('alert').getByText(message)).toBeVisible()
  await context.close()
})
