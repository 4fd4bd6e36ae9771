import { type Page, expect } from '@playwright/test'
import { expectEnoughContrast, expectNoAxeFindings } from '#tests/axe.ts'
import { findClippedTexts } from './clipped-texts.ts'

const NARROW = { width: 320, height: 640 }
/** The size of a 1280 x 800 window at a zoom of 200%. */
const ZOOMED = { width: 640, height: 400 }
const WIDE = { width: 1280, height: 800 }

/**
 * Checks the page: no axe violations in light and dark, no horizontal scrolling on the narrowest phone and at a zoom of
 * 200%, no clipped or overlapping text at that zoom, and no animation with reduced motion.
 */
export const expectGoodLayout = async (page: Page) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectEnoughContrast(page)
  await page.emulateMedia({ colorScheme: 'light' })
  await expectNoAxeFindings(page)
  await expect.poll(() => movingOn(page), { message: `motion on ${page.url()}` }).toEqual([])
  for (const size of [NARROW, ZOOMED]) {
    await page.setViewportSize(size)
    const message = `sideways scroll at ${size.width} px on ${page.url()}`
    await expect.poll(() => widestOn(page), { message }).toEqual([])
  }
  const message = `at a zoom of 200% on ${page.url()}`
  await expect.poll(() => page.evaluate(findClippedTexts), { message }).toEqual([])
  await page.setViewportSize(WIDE)
}

/** The elements that make the page wider than the window. */
export const widestOn = (page: Page) =>
  page.evaluate(() => {
    const width = document.scrollingElement?.scrollWidth ?? 0
    if (width <= window.innerWidth) return []
    /** Within what clips it or scrolls by itself. */
    const isHeld = (element: Element) => {
      for (let one = element.parentElement; one && one !== document.body; one = one.parentElement)
        if (getComputedStyle(one).overflowX !== 'visible') return true
      return false
    }
    const isWide = (one: Element) => {
      const { left, right } = one.getBoundingClientRect()
      return (left < 0 || right > innerWidth) && !isHeld(one)
    }
    const wide = [...document.querySelectorAll('body *')].filter(isWide)
    return [`${width} px`, ...wide.slice(0, 5).map((one) => one.outerHTML.slice(0, 120))]
  })

/** The elements with an animation or transition long enough to be visible. */
export const movingOn = (page: Page) =>
  page.evaluate(() => {
    const SEEN_SECONDS = 0.01
    const lasts = (times: string) => times.split(',').some((time) => Number.parseFloat(time) > SEEN_SECONDS)
    const moves = (element: Element) => {
      const { animationName, animationDuration, transitionProperty, transitionDuration } = getComputedStyle(element)
      return (
        (animationName !== 'none' && lasts(animationDuration)) ||
        (transitionProperty !== 'none' && lasts(transitionDuration))
      )
    }
    return [...document.querySelectorAll('body, body *')].filter(moves).map((one) => one.outerHTML.slice(0, 120))
  })
