import { parse, type Token } from '@messageformat/parser'
import type { Language } from '#contract/languages.ts'

export type Values = Readonly<Record<string, unknown>>

/** A text in ICU MessageFormat as a function of its arguments. Throws if it can't be read. */
export const compileText = (text: string, language: Language): ((values: Values) => string) => {
  const tokens = parse(text)
  return (values) => formatted(tokens, values, language)
}

const formatted = (tokens: readonly Token[], values: Values, language: Language, count?: number): string =>
  tokens.map((token) => partOf(token, values, language, count)).join('')

const partOf = (token: Token, values: Values, language: Language, count: number | undefined): string => {
  if (token.type === 'content') return token.value
  if (token.type === 'octothorpe') return numberIn(language, count)
  if (!Object.hasOwn(values, token.arg)) throw new Error(`There is no argument ${token.arg}.`)
  const value = values[token.arg]
  if (token.type === 'argument') return String(value)
  if (token.type === 'function') return numberIn(language, value)
  const names =
    token.type === 'select'
      ? [value === null || value === undefined || value === '' ? 'none' : String(value)]
      : [`=${Number(value)}`, new Intl.PluralRules(language.tag).select(Number(value))]
  const form = [...names, 'other'].flatMap((name) => token.cases.filter(({ key }) => key === name))[0]
  return formatted(form?.tokens ?? [], values, language, token.type === 'select' ? count : Number(value))
}

const numberIn = ({ locale }: Language, value: unknown) => new Intl.NumberFormat(locale).format(Number(value))
