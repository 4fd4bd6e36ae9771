import { type Page, expect } from '@playwright/test'
import { expectNoAxeFindings } from '#tests/axe.ts'

const NARROW = { width: 320, height: 640 }
const WIDE = { width: 1280, height: 800 }

/** axe finds nothing on the page as it stands, in light and dark, and on the narrowest phone nothing scrolls sideways. */
export const expectToBeWellMade = async (page: Page) => {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectNoAxeFindings(page)
  }
  await page.setViewportSize(NARROW)
  expect(await widestOn(page), `sideways scroll on ${page.url()}`).toEqual([])
  await page.setViewportSize(WIDE)
}

/** What makes the page wider than its window; nothing where it isn't. */
const widestOn = (page: Page) =>
  page.evaluate(() => {
    const width = document.scrollingElement?.scrollWidth ?? 0
    if (width <= window.innerWidth) return []
    const wide = [...document.querySelectorAll('body *')].filter(
      (one) => one.getBoundingClientRect().right > innerWidth,
    )
    return [`${width} px`, ...wide.slice(0, 5).map((one) => one.outerHTML.slice(0, 120))]
  })
