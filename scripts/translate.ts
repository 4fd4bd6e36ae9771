/**
 * Translations: npm run translate -- COMMAND
 *   extract       writes languages/en, from which everything is translated
 *   check [TAG…]  names what is missing, what is not known, what changed in English, and wrong arguments
 */
import { readFile } from 'node:fs/promises'
import { LANGUAGES } from '#contract/languages.ts'
import { checkTexts } from './translate/check.ts'
import { type Message, messagesIn, type Part, readEnglish } from './translate/english.ts'
import { readSentences } from './translate/sentences.ts'
import { pathOf, readTexts, writeTemplate } from './translate/language-files.ts'

const PARTS: readonly Part[] = ['pages', 'server']
const [command, ...tags] = process.argv.slice(2)

const english = async (part: Part): Promise<Message[]> => [
  ...(await readEnglish(part)).flatMap(({ exports }) => messagesIn(exports)),
  ...(part === 'pages' ? await readSentences() : []),
]

const check = async (part: Part): Promise<boolean> => {
  const messages = await english(part)
  const before = await readFile(pathOf('en', part), 'utf8')
  await writeTemplate(part, messages)
  const isStale = before !== (await readFile(pathOf('en', part), 'utf8'))
  if (isStale) console.log(`languages/en/${part}.arb was not up to date; it is now.`)
  const wanted = tags.length > 0 ? tags : LANGUAGES.slice(1).map(({ tag }) => tag)
  const found = await Promise.all(
    wanted.map(async (tag) => ({ tag, ...checkTexts(messages, await readTexts(tag, part), tag) })),
  )
  for (const { tag, missing, faults } of found) {
    console.log(
      `${tag}: ${messages.length - missing.length} of ${messages.length} texts of ${part}.arb are translated.`,
    )
    for (const key of missing) console.log(`  missing: ${key}`)
    for (const fault of faults) console.log(`  ${fault}`)
  }
  return !isStale && found.every(({ faults }) => faults.length === 0)
}

if (command === 'extract') for (const part of PARTS) await writeTemplate(part, await english(part))
else if (command === 'check') {
  for (const part of PARTS) if (!(await check(part))) process.exitCode = 1
} else {
  console.error('npm run translate -- extract, or: npm run translate -- check [TAG…]')
  process.exitCode = 1
}
