import { AxeBuilder } from '@axe-core/playwright'
import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'

/** Fails if axe finds violations of WCAG 2.2 A and AA or of its best practices on the page. */
export const expectNoAxeFindings = async (page: Page) => expectNone(page, (await axeOf(page)).withTags(TAGS))

/** Checks the contrast only: the only axe rule whose result depends on the colour scheme. */
export const expectEnoughContrast = async (page: Page) =>
  expectNone(page, (await axeOf(page)).withRules(['color-contrast']))

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

const expectNone = async (page: Page, axe: AxeBuilder) => {
  const { violations } = await axe.analyze()
  const findings = violations.map(({ id, help, nodes }) => ({
    id,
    help,
    where: nodes.map(({ target, failureSummary }) => `${target.join(' ')}: ${failureSummary ?? ''}`),
  }))
  expect(findings, `axe on ${page.url()}`).toEqual([])
}

// Listed, because without tags axe skips some rules (target size).
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
