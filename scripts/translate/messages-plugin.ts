/** Builds the pages in one language: each module of web/messages is replaced by its translation. */
import { basename, dirname, join } from 'node:path'
import type { Plugin } from 'vite'
import type { Language } from '#contract/shapes/languages.ts'
import { compileModule } from './compile.ts'
import { readModule } from './english.ts'
import { readTexts, type Texts } from './language-files.ts'
import { isPseudo, pseudoTexts } from './pseudo-language.ts'
import { SENTENCES } from './sentences.ts'

const FOLDER = join(import.meta.dirname, '../../web/messages')
/** Marks the English module, from which a translation takes what is no text. */
const ENGLISH = '?english'

export const translatedMessages = ({ tag, locale, direction, path }: Language): Plugin => {
  const texts = isPseudo(tag) ? readTexts('en', 'pages').then(pseudoTexts) : readTexts(tag, 'pages')
  return {
    name: 'translated-messages',
    enforce: 'pre',
    async load(id) {
      if (dirname(id) !== FOLDER || !id.endsWith('.ts')) return null
      if (basename(id) === 'language.ts')
        return `export const LANGUAGE = ${JSON.stringify({ tag, locale, direction, path })}\nexport const IS_ENGLISH = false`
      if (basename(id) === 'translate-sentence.ts') return "export * from '#web/language/lazy-sentences.ts'"
      const known = await texts
      if (basename(id) === `${SENTENCES}.ts`) return `export const SENTENCES = ${JSON.stringify(sentencesIn(known))}`
      return { code: compileModule(await readModule(id), `${id}${ENGLISH}`, (key) => known[key]), moduleType: 'js' }
    },
  }
}

/** By their English, which is the end of their key. */
const sentencesIn = (texts: Texts) =>
  Object.fromEntries(
    Object.entries(texts).flatMap(([key, text]) =>
      key.startsWith(`${SENTENCES}.`) ? [[key.slice(SENTENCES.length + 1), text]] : [],
    ),
  )
