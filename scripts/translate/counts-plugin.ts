/** Tells the pages how complete each translation is: the build replaces web/language/translation-counts.ts. */
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { LANGUAGES } from '#contract/shapes/languages.ts'
import { changedTexts, readChanged } from './changed-texts.ts'
import { readTexts } from './language-files.ts'

const MODULE = join(import.meta.dirname, '../../web/language/translation-counts.ts')

export const translationCounts = (): Plugin => ({
  name: 'translation-counts',
  enforce: 'pre',
  async load(id) {
    if (id !== MODULE) return null
    const english = await readTexts('en', 'pages')
    const counts = await Promise.all(
      LANGUAGES.slice(1).map(async ({ tag }) => {
        const [texts, known] = await Promise.all([readTexts(tag, 'pages'), readChanged(tag)])
        const missing = Object.keys(english).filter((key) => texts[key] === undefined).length
        const changed = Object.keys(changedTexts(known, texts, {}, english)).length
        return [tag, { missing, changed }]
      }),
    )
    return `export const TRANSLATION_COUNTS = ${JSON.stringify(Object.fromEntries(counts))}`
  },
})
