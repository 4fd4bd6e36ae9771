import { AxeBuilder } from '@axe-core/playwright'
import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'

/** Fails if axe finds violations of WCAG 2.2 A and AA or of its best practices on the page. */
export const expectNoAxeFindings = (page: Page) => expectNone(page, (axe) => axe.withTags(TAGS))

/** Checks the contrast only: the only axe rule whose result depends on the colour scheme. */
export const expectEnoughContrast = (page: Page) => expectNone(page, (axe) => axe.withRules(['color-contrast']))

const axeOf = async (page: Page) => {
  const isLoaded = await page.evaluate(() => 'axe' in window)
  // axe's source is half a megabyte and is sent with each analysis. If the page has it, an empty statement is sent.
  return (
    new AxeBuilder({ page, ...(isLoaded && { axeSource: ';' }) })
      // Leaves out the rules that passed, most of the result.
      .options({ resultTypes: ['violations'] })
      // Otherwise each analysis opens another page, which is needed for frames only.
      .setLegacyMode(true)
  )
}

/** Polled, because parts of the page may still be loading. */
const expectNone = (page: Page, choose: (axe: AxeBuilder) => AxeBuilder) =>
  expect.poll(async () => findingsOf(choose(await axeOf(page))), { message: `axe on ${page.url()}` }).toEqual([])

const findingsOf = async (axe: AxeBuilder) => {
  const { violations } = await axe.analyze()
  return violations.map(({ id, help, nodes }) => ({
    id,
    help,
    where: nodes.map(({ target, failureSummary }) => `${target.join(' ')}: ${failureSummary ?? ''}`),
  }))
}

// Listed, because without tags axe skips some rules (target size).
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
