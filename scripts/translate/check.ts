import type { Described } from './describe.ts'
import type { Message } from './english.ts'
import { argumentsIn, lengthOf, pluralFormsIn } from './icu.ts'
import type { Texts } from './language-files.ts'

/** What is missing in a translation, and what is wrong with it, in sentences that name the key. */
export const checkTexts = (messages: readonly (Message | Described)[], texts: Texts, tag: string) => {
  const known = new Map(messages.map((message) => [message.key, message]))
  const missing = messages.filter(({ key }) => texts[key] === undefined).map(({ key }) => key)
  const forms = new Set<string>([...new Intl.PluralRules(tag).resolvedOptions().pluralCategories, 'other'])
  const faults = Object.entries(texts).flatMap(([key, text]) => {
    const message = known.get(key)
    if (!message) return [`not known any more: ${key}`]
    return faultsOf(message, text, forms).map((fault) => `${key}: ${fault}`)
  })
  return { missing, faults }
}

const faultsOf = (message: Message | Described, text: string, forms: ReadonlySet<string>): string[] => {
  try {
    const expected = argumentsIn(message.text)
    const used = argumentsIn(text)
    const known = new Set(message.arguments.map(({ name }) => name))
    const wrong = pluralFormsIn(text).filter((form) => !form.startsWith('=') && !forms.has(form))
    const length = lengthOf(text)
    const limit = 'maxLength' in message ? (message.maxLength ?? length) : length
    return [
      ...(length > limit ? [`it has ${length} characters, and may have ${limit}`] : []),
      ...[...used].filter((name) => !known.has(name)).map((name) => `there is no argument {${name}}`),
      ...[...expected].filter((name) => !used.has(name)).map((name) => `the argument {${name}} is missing`),
      ...wrong.map((form) => `the language has no plural form ‘${form}’`),
    ]
  } catch (error) {
    return [(error as Error).message]
  }
}
