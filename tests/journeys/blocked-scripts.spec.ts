import { type Page, expect, test } from '@playwright/test'
import { OLDER_BROWSER } from '#web/messages/older-browsers.ts'
import { aBook, browserOf, sharedPerson, theSite } from './people.ts'

const LINE = { name: OLDER_BROWSER.parts }

/** The public pages, with a heading that the server renders. */
const pages = async () => {
  const { _id: id } = await aBook(await sharedPerson('author'), { title: 'The Kept Page' })
  return [
    { path: '/', heading: /./ },
    { path: '/library', heading: 'The library' },
    { path: `/books/${id}`, heading: 'The Kept Page' },
    { path: '/download', heading: /./ },
    { path: '/auth', heading: 'Login' },
  ]
}

/** The scripts of a page's first load. */
const scriptsOf = async (path: string) => {
  const html = await (await fetch(theSite().address + path)).text()
  return [...html.matchAll(/<link rel="later" href="([^"]+\.js)"/g)].map(([, file = '']) => file)
}

interface Shift extends PerformanceEntry {
  value: number
  sources: { node: Node | null }[]
}

/** When fonts arrive is another question, which steady.spec asks. */
const withoutFonts = (page: Page) => page.route('**/*.woff2', (route) => route.abort())

/** All shifts of the layout so far, each with what was moved. */
const shiftsOf = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const shifts: string[] = []
        const nameOf = (node: Node | null) => (node instanceof Element ? node.outerHTML : node?.textContent) ?? ''
        const observer = new PerformanceObserver((list) => {
          for (const { value, sources } of list.getEntries() as Shift[])
            shifts.push(`${value}: ${sources.map(({ node }) => nameOf(node).slice(0, 120)).join(' | ')}`)
        })
        observer.observe({ type: 'layout-shift', buffered: true })
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(shifts)))
      }),
  )

test('with each script of the first load blocked in turn, each public page stays as the server rendered it', async ({
  browser,
}) => {
  for (const { path, heading } of await pages()) {
    const scripts = await scriptsOf(path)
    expect(scripts.length).toBeGreaterThan(3)
    for (const script of scripts) {
      const context = await browser.newContext()
      const page = await context.newPage()
      await page.route(`**${script}`, (route) => route.abort())
      await withoutFonts(page)
      await page.goto(path)
      await expect(page.getByText(LINE.name), `${path} without ${script}`).toBeVisible()
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
      expect(await shiftsOf(page), `${path} without ${script}`).toEqual([])
      await context.close()
    }
  }
})

test('after an error while the page starts, its links and its search are those of the browser', async ({ page }) => {
  // As in a browser that lacks a function which the footer needs.
  await page.addInitScript(() => {
    URL.parse = () => {
      throw new TypeError('URL.parse is not a function')
    }
    Map.prototype.forEach = () => {
      throw new TypeError('forEach is not a function')
    }
  })
  await page.goto('/about')
  await expect(page.getByText(LINE.name)).toBeVisible()
  const documents: string[] = []
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents.push(new URL(request.url()).pathname)
  })
  await page.getByRole('link', { name: 'Download App' }).first().click()
  await page.waitForURL('**/download')
  expect(documents).toEqual(['/download'])
})

test('a browser that stores nothing has the pages', async ({ page }) => {
  await page.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    }
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB'])
      Object.defineProperty(window, name, { get: refuse, configurable: true })
  })
  for (const { path, heading } of await pages()) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    await expect(page.getByText('This page could not be shown.')).toBeHidden()
  }
})

test('an engine older than the list runs no script, and is told what to use', async ({ page }) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(Array.prototype, 'findLast')
  })
  await withoutFonts(page)
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url())
  })
  for (const { path, heading } of await pages()) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    await expect(page.getByText(OLDER_BROWSER.advice[0])).toBeVisible()
    expect(await shiftsOf(page)).toEqual([])
  }
  expect(scripts).toEqual([])
  await page.getByRole('link', { name: OLDER_BROWSER.advice[3] }).click()
  await page.waitForURL('**/devices')
})

test('a page that was changed before React starts on it, as by a translator, keeps its theme and whose it is', async ({
  browser,
}) => {
  const context = await browserOf(browser, await sharedPerson('reader'))
  const page = await context.newPage()
  await page.addInitScript(() => {
    localStorage.setItem('theme', 'dark')
    const observer = new MutationObserver(() => {
      const heading = document.querySelector('h1')
      if (!heading) return
      observer.disconnect()
      heading.remove()
    })
    observer.observe(document, { childList: true, subtree: true })
  })
  // React reports that it has rendered the page anew.
  await Promise.all([page.waitForEvent('pageerror'), page.goto('/library')])
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const html = page.locator('html')
  await expect(html).toHaveAttribute('data-theme', 'dark')
  await expect(html).toHaveAttribute('data-auth', 'member')
  await context.close()
})
