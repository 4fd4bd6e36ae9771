/**
 * Translations: npm run translate -- COMMAND
 *   extract         writes languages/en, from which everything is translated, and remembers what changes in it
 *   check [TAG…]    names what is missing, what is not known, what has changed in English, and what is wrong
 *   keep TAG KEY…   says that these translations are still right after their English has changed
 */
import { readFile } from 'node:fs/promises'
import { LANGUAGES } from '#contract/shapes/languages.ts'
import { changedTexts, readChanged, writeChanged } from './translate/changed-texts.ts'
import { checkTexts } from './translate/check.ts'
import { describeMessages } from './translate/describe.ts'
import { messagesIn, type Part, readEnglish } from './translate/english.ts'
import { pathOf, readTexts, type Texts, textsOf, writeTemplate } from './translate/language-files.ts'
import { readSentences } from './translate/sentences.ts'

const PARTS: readonly Part[] = ['pages', 'server']
const [command, ...rest] = process.argv.slice(2)
const TRANSLATED = LANGUAGES.slice(1).map(({ tag }) => tag)

const english = async (part: Part) => [
  ...(await describeMessages((await readEnglish(part)).flatMap(({ exports }) => messagesIn(exports)))),
  ...(part === 'pages' ? await readSentences() : []),
]

const allTexts = async (tag: string): Promise<Texts> =>
  Object.assign({}, ...(await Promise.all(PARTS.map((part) => readTexts(tag, part))))) as Texts

/** Writes languages/en and what has changed in it, and resolves with the messages of each part. */
const extract = async () => {
  const before = await allTexts('en')
  const parts = await Promise.all(PARTS.map(async (part) => ({ part, messages: await english(part) })))
  const now = textsOf(parts.flatMap(({ messages }) => messages))
  for (const tag of TRANSLATED) {
    const [known, translated] = await Promise.all([readChanged(tag), allTexts(tag)])
    await writeChanged(tag, changedTexts(known, translated, before, now))
  }
  for (const { part, messages } of parts) await writeTemplate(part, messages)
  return { parts, now }
}

const filesInEnglish = () => Promise.all(PARTS.map((part) => readFile(pathOf('en', part), 'utf8')))

const check = async (tags: readonly string[]) => {
  const before = await filesInEnglish()
  const { parts, now } = await extract()
  const isStale = before.join() !== (await filesInEnglish()).join()
  if (isStale) console.log('languages/en was not up to date; it is now.')
  process.exitCode = isStale ? 1 : 0
  for (const tag of tags) {
    for (const { part, messages } of parts) {
      const { missing, faults } = checkTexts(messages, await readTexts(tag, part), tag)
      const [all, there] = [messages.length, messages.length - missing.length]
      console.log(`${tag}: ${there} of ${all} texts of ${part}.arb are translated.`)
      for (const key of missing) console.log(`  missing: ${key}`)
      for (const fault of faults) console.log(`  ${fault}`)
      if (faults.length > 0) process.exitCode = 1
    }
    for (const [key, { english: old }] of Object.entries(await readChanged(tag)))
      console.log(`  changed in English: ${key}\n    “${old}”\n    “${now[key]}”`)
  }
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
  console.error(`${unknown} is none of ${TRANSLATED.join(', ')}: contract/shapes/languages.ts has the languages.`)
  process.exitCode = 1
} else if (command === 'extract') await extract()
else if (command === 'check') await check(rest.length > 0 ? rest : TRANSLATED)
else if (command === 'keep' && tag && keys.length > 0) await keep(tag, keys)
else {
  console.error('npm run translate -- extract, or check [TAG…], or keep TAG KEY…')
  process.exitCode = 1
}
