/** Builds the pages in one language: each module of web/messages is replaced by its translation. */
import { basename, dirname, join } from 'node:path'
import type { Plugin } from 'vite'
import type { Language } from '#contract/languages.ts'
import { compileModule } from './compile.ts'
import { readModule } from './english.ts'
import { readTexts } from './language-files.ts'

const FOLDER = join(import.meta.dirname, '../../web/messages')
/** Marks the English module, from which a translation takes what is no text. */
const ENGLISH = '?english'

export const translatedMessages = ({ tag, locale, direction, path }: Language): Plugin => {
  const texts = readTexts(tag, 'pages')
  return {
    name: 'translated-messages',
    enforce: 'pre',
    async load(id) {
      if (dirname(id) !== FOLDER || !id.endsWith('.ts')) return null
      if (basename(id) === 'language.ts')
        return `export const LANGUAGE = ${JSON.stringify({ tag, locale, direction, path })}`
      const known = await texts
      return { code: compileModule(await readModule(id), `${id}${ENGLISH}`, (key) => known[key]), moduleType: 'js' }
    },
  }
}
