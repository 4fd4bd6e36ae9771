import { readFileSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { dirname, join } from 'node:path'
import { expect } from '@playwright/test'
import type { Frame, Page } from '@playwright/test'
import type axe from 'axe-core'

declare global {
  interface Window {
    axe?: typeof axe
  }
}

/** Fails if axe finds violations of WCAG 2.2 A and AA or of its best practices on the page. */
export const expectNoAxeFindings = (page: Page) => expectNone(page, { type: 'tag', values: TAGS })

/** Checks the contrast only: the only axe rule whose result depends on the colour scheme. */
export const expectEnoughContrast = (page: Page) => expectNone(page, { type: 'rule', values: ['color-contrast'] })

/** Polled, because parts of the page may still be loading. */
const expectNone = (page: Page, runOnly: axe.RunOnly) =>
  expect.poll(() => findingsOn(page, runOnly), { message: `axe on ${page.url()}` }).toEqual([])

// Not with @axe-core/playwright, which sends the source, not minified, with each analysis: half of its time.
const findingsOn = async (page: Page, runOnly: axe.RunOnly) => {
  await Promise.all(page.frames().map(loadAxe))
  return page.evaluate(async (only) => {
    const result = await window.axe?.run(document, { runOnly: only, resultTypes: ['violations'] })
    if (!result) throw new Error('axe is not on the page')
    return result.violations.map(({ id, help, nodes }) => ({
      id,
      help,
      where: nodes.map(({ target, failureSummary }) => `${target.join(' ')}: ${failureSummary ?? ''}`),
    }))
  }, runOnly)
}

const loadAxe = async (frame: Frame) => {
  if (await frame.evaluate(() => window.axe !== undefined)) return
  await frame.evaluate(SOURCE)
  // Frames without an origin are analysed too.
  await frame.evaluate(() => window.axe?.configure({ allowedOrigins: ['<unsafe_all_origins>'] }))
}

const SOURCE = readFileSync(join(dirname(findPackageJSON('axe-core', import.meta.url) ?? ''), 'axe.min.js'), 'utf8')

// Listed, because without tags axe skips some rules (target size).
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
