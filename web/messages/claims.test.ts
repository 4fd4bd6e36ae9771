import { expect, test } from 'vitest'
import { CLAIMS, DEFAULT_SITE_SETTINGS } from '#contract/site.ts'
import { structuredApp } from '#web/download/structured-app.ts'
import { DOWNLOAD } from './download.ts'
import { HOME } from './home.ts'

const EMPTY = { ...DEFAULT_SITE_SETTINGS, ...Object.fromEntries(CLAIMS.map((claim) => [claim, ''])) }

const textsOf = (site: typeof EMPTY) =>
  [
    HOME.facts(site),
    HOME.questions(site),
    DOWNLOAD.description(site),
    DOWNLOAD.subtitle(site),
    DOWNLOAD.android,
    ...(site.iosDate ? [DOWNLOAD.ios(site.iosDate)] : []),
    DOWNLOAD.playStore,
    DOWNLOAD.benefits(site),
    DOWNLOAD.questions(site),
  ].flat(2)

test('with the defaults the pages make every claim', () => {
  const texts = textsOf(DEFAULT_SITE_SETTINGS).join('\n')
  for (const claim of ['10,000+ free eBooks', 'all 10,000+ eBooks', 'planned for Q3 2025'])
    expect(texts).toContain(claim)
})

test('without values the sentences are complete and claim nothing', () => {
  const texts = textsOf(EMPTY)
  for (const text of texts) expect(text).toMatch(/^(?:[A-Z]\S*(?: \S+)*)?$/)
  expect(texts.join('\n')).not.toMatch(/planned for|10,000| [.,]/)
  expect(structuredApp(EMPTY, 'https://books.example.org', { description: '' })).not.toHaveProperty('softwareVersion')
})
