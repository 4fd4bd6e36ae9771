import { AxeBuilder } from '@axe-core/playwright'
import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'

/** Fails with what axe finds on the page as it stands, by WCAG 2.2 A and AA and axe's best practices. */
export const expectNoAxeFindings = async (page: Page) => expectNone(page, (await axeOf(page)).withTags(TAGS))

/** Fails with colours that are too close: all that another colour scheme changes of what axe finds. */
export const expectEnoughContrast = async (page: Page) =>
  expectNone(page, (await axeOf(page)).withRules(['color-contrast']))

const axeOf = async (page: Page) => {
  const isThere = await page.evaluate(() => 'axe' in window)
  // Half a megabyte, which each look would send again: a page that has it is given an empty statement in its place.
  return (
    new AxeBuilder({ page, ...(isThere && { axeSource: ';' }) })
      // What passed is nobody's question, and most of the answer.
      .options({ resultTypes: ['violations'] })
      // No page here has a frame, for which alone each look would open a page of its own.
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

// Named, because axe leaves out some of them (target size) where no tag asks for them.
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
