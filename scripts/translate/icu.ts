/** ICU MessageFormat as code that makes the text, and what it names. */
import { parse, type Token } from '@messageformat/parser'

/** The expression of the text; `nameOf` gives the expression of an argument. */
export const toExpression = (text: string, nameOf: (argument: string) => string): string =>
  expressionOf(parse(text), nameOf)

const expressionOf = (tokens: readonly Token[], nameOf: (argument: string) => string): string => {
  const parts = tokens.map((token): string => {
    if (token.type === 'content') return JSON.stringify(token.value)
    if (token.type === 'octothorpe') throw new Error('# stands outside of a plural.')
    const name = nameOf(token.arg)
    if (token.type === 'argument') return `isolated(${name})`
    if (token.type === 'function') return numberOf(token.key, formatOf(token.param), name)
    const forms = token.cases.map(({ key, tokens: inner }) => {
      const filled = inner.map((part): Token =>
        part.type === 'octothorpe' ? { ...part, ...NUMBER, arg: token.arg } : part,
      )
      return `${JSON.stringify(key)}: () => ${expressionOf(filled, nameOf)}`
    })
    return `${token.type === 'select' ? 'select' : 'plural'}(${name}, { ${forms.join(', ')} })`
  })
  if (parts.length === 0) return '""'
  return parts[0]?.startsWith('"') || tokens[0]?.type !== 'argument' ? parts.join(' + ') : ['""', ...parts].join(' + ')
}

const NUMBER = { type: 'function', key: 'number' } as const

const formatOf = (param: readonly Token[] | undefined) =>
  (param ?? []).map((token) => (token.type === 'content' ? token.value.trim() : '')).join('')

const numberOf = (key: string, format: string, name: string) => {
  if (key !== 'number') throw new Error(`{…, ${key}} is not known: use number, plural or select.`)
  if (format !== '' && !/^\.0+$/.test(format))
    throw new Error(`The number format ${format} is not known: use .0 or .00.`)
  return `number(${name}${format === '' ? '' : `, ${format.length - 1}`})`
}

/** The tokens of a text, those within its forms too. */
const tokensIn = (text: string): Token[] => {
  const all = (tokens: readonly Token[]): Token[] =>
    tokens.flatMap((token) => [token, ...('cases' in token ? token.cases.flatMap((one) => all(one.tokens)) : [])])
  return all(parse(text))
}

/** The arguments that a text names. */
export const argumentsIn = (text: string): Set<string> =>
  new Set(tokensIn(text).flatMap((token) => ('arg' in token ? [token.arg] : [])))

/** What a text says outside of its arguments. */
export const wordsIn = (text: string): string[] =>
  tokensIn(text).flatMap((token) => (token.type === 'content' ? [token.value] : []))

/** Where a text says something outside of its arguments. */
export const wordsAt = (text: string): { from: number; to: number }[] =>
  tokensIn(text).flatMap(({ type, ctx }) =>
    type === 'content' ? [{ from: ctx.offset, to: ctx.offset + ctx.text.length }] : [],
  )

/** How many characters a text has at most, without its arguments. */
export const lengthOf = (text: string): number => {
  const longest = (tokens: readonly Token[]): number =>
    tokens.reduce((sum, token) => {
      if (token.type === 'content') return sum + [...token.value].length
      return sum + ('cases' in token ? Math.max(0, ...token.cases.map((one) => longest(one.tokens))) : 0)
    }, 0)
  return longest(parse(text))
}

/** The plural forms that a text names, such as `one` and `=0`. */
export const pluralFormsIn = (text: string): string[] =>
  tokensIn(text).flatMap((token) => (token.type === 'plural' ? token.cases.map(({ key }) => key) : []))
