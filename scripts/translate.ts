/**
 * Translations: npm run translate -- COMMAND
 *   extract         writes languages/en, from which everything is translated, and remembers what changes in it
 *   check [TAG…]    names what is missing, what is not known, what has changed in English, and what is wrong
 *   keep TAG KEY…   says that these translations are still right after their English has changed
 */
import { readFile } from 'node:fs/promises'
import { LANGUAGES } from '#contract/languages.ts'
import { changedTexts, readChanged, writeChanged } from './translate/changed-texts.ts'
import { checkTexts } from './translate/check.ts'
import { describeMessages } from './translate/describe.ts'
import { messagesIn, readEnglish } from './translate/english.ts'
import { readSentences } from './translate/sentences.ts'
import { pathOf, readTexts, textsOf, writeTemplate } from './translate/language-files.ts'

const PART = 'pages'
const [command, ...rest] = process.argv.slice(2)
const TRANSLATED = LANGUAGES.slice(1).map(({ tag }) => tag)

const english = async () => [
  ...(await describeMessages((await readEnglish()).flatMap(({ exports }) => messagesIn(exports)))),
  ...(await readSentences()),
]

/** Writes languages/en and what has changed in it, and resolves with the messages. */
const extract = async () => {
  const [messages, before] = await Promise.all([english(), readTexts('en', PART)])
  for (const tag of TRANSLATED) {
    const [known, translated] = await Promise.all([readChanged(tag), readTexts(tag, PART)])
    await writeChanged(tag, changedTexts(known, translated, before, textsOf(messages)))
  }
  await writeTemplate(PART, messages)
  return messages
}

const check = async (tags: readonly string[]) => {
  const before = await readFile(pathOf('en', PART), 'utf8')
  const messages = await extract()
  const isStale = before !== (await readFile(pathOf('en', PART), 'utf8'))
  if (isStale) console.log('languages/en was not up to date; it is now.')
  const now = textsOf(messages)
  const found = await Promise.all(
    tags.map(async (tag) => ({
      tag,
      ...checkTexts(messages, await readTexts(tag, PART), tag),
      changed: Object.entries(await readChanged(tag)),
    })),
  )
  for (const { tag, missing, faults, changed } of found) {
    console.log(`${tag}: ${messages.length - missing.length} of ${messages.length} texts are translated.`)
    for (const key of missing) console.log(`  missing: ${key}`)
    for (const [key, { english: old }] of changed)
      console.log(`  changed in English: ${key}\n    “${old}”\n    “${now[key]}”`)
    for (const fault of faults) console.log(`  ${fault}`)
  }
  process.exitCode = isStale || found.some(({ faults }) => faults.length > 0) ? 1 : 0
}

const keep = async (tag: string, keys: readonly string[]) => {
  const changed = await readChanged(tag)
  const unknown = keys.filter((key) => !Object.hasOwn(changed, key))
  for (const key of unknown) console.error(`${key} has not changed in English since it was translated.`)
  await writeChanged(tag, Object.fromEntries(Object.entries(changed).filter(([key]) => !keys.includes(key))))
  process.exitCode = unknown.length > 0 ? 1 : 0
}

const [tag, ...keys] = rest
const unknown = rest.slice(0, command === 'keep' ? 1 : undefined).find((one) => !TRANSLATED.includes(one))
if (unknown !== undefined) {
  console.error(`${unknown} is none of ${TRANSLATED.join(', ')}: contract/languages.ts has the languages.`)
  process.exitCode = 1
} else if (command === 'extract') await extract()
else if (command === 'check') await check(rest.length > 0 ? rest : TRANSLATED)
else if (command === 'keep' && tag && keys.length > 0) await keep(tag, keys)
else {
  console.error('npm run translate -- extract, or check [TAG…], or keep TAG KEY…')
  process.exitCode = 1
}
