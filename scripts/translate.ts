/**
 * Translations: npm run translate -- COMMAND
 *   extract       writes languages/en, from which everything is translated
 *   check [TAG…]  names what is missing, what is not known, what changed in English, and wrong arguments
 */
import { readFile } from 'node:fs/promises'
import { LANGUAGES } from '#contract/languages.ts'
import { checkTexts } from './translate/check.ts'
import { messagesIn, readEnglish } from './translate/english.ts'
import { readSentences } from './translate/sentences.ts'
import { pathOf, readTexts, writeTemplate } from './translate/language-files.ts'

const PART = 'pages'
const [command, ...tags] = process.argv.slice(2)

const english = async () => [
  ...(await readEnglish()).flatMap(({ exports }) => messagesIn(exports)),
  ...(await readSentences()),
]

const check = async () => {
  const messages = await english()
  const before = await readFile(pathOf('en', PART), 'utf8')
  await writeTemplate(PART, messages)
  const isStale = before !== (await readFile(pathOf('en', PART), 'utf8'))
  if (isStale) console.log('languages/en was not up to date; it is now.')
  const wanted = tags.length > 0 ? tags : LANGUAGES.slice(1).map(({ tag }) => tag)
  const found = await Promise.all(
    wanted.map(async (tag) => ({ tag, ...checkTexts(messages, await readTexts(tag, PART), tag) })),
  )
  for (const { tag, missing, faults } of found) {
    console.log(`${tag}: ${messages.length - missing.length} of ${messages.length} texts are translated.`)
    for (const key of missing) console.log(`  missing: ${key}`)
    for (const fault of faults) console.log(`  ${fault}`)
  }
  process.exitCode = isStale || found.some(({ faults }) => faults.length > 0) ? 1 : 0
}

if (command === 'extract') await writeTemplate(PART, await english())
else if (command === 'check') await check()
else {
  console.error('npm run translate -- extract, or: npm run translate -- check [TAG…]')
  process.exitCode = 1
}
