import { parse, type Token } from '@messageformat/parser'
import type { Language } from '#contract/shapes/languages.ts'

export type Values = Readonly<Record<string, unknown>>

/** `written` is how an argument stands in the text. */
interface Writing {
  language: Language
  written: (value: string) => string
}

/** A text in ICU MessageFormat as a function of its arguments. Throws if it can't be read. */
export const compileText = (
  text: string,
  language: Language,
  written: Writing['written'] = (value) => value,
): ((values: Values) => string) => {
  const tokens = parse(text)
  return (values) => formatted(tokens, values, { language, written })
}

const formatted = (tokens: readonly Token[], values: Values, writing: Writing, count?: number): string =>
  tokens.map((token) => partOf(token, values, writing, count)).join('')

const partOf = (token: Token, values: Values, writing: Writing, count: number | undefined): string => {
  const { language, written } = writing
  if (token.type === 'content') return token.value
  if (token.type === 'octothorpe') return numberIn(language, count)
  if (!Object.hasOwn(values, token.arg)) throw new Error(`There is no argument ${token.arg}.`)
  const value = values[token.arg]
  if (token.type === 'argument') return written(String(value))
  if (token.type === 'function') return numberIn(language, value)
  const names =
    token.type === 'select'
      ? [value === null || value === undefined || value === '' ? 'none' : String(value)]
      : [`=${Number(value)}`, new Intl.PluralRules(language.tag).select(Number(value))]
  const form = [...names, 'other'].flatMap((name) => token.cases.filter(({ key }) => key === name))[0]
  return formatted(form?.tokens ?? [], values, writing, token.type === 'select' ? count : Number(value))
}

const numberIn = ({ locale }: Language, value: unknown) => new Intl.NumberFormat(locale).format(Number(value))
