import { tokenize, tokenTypes } from 'css-tree'
import { words } from './words.ts'

/** At-rules whose block holds what stands around them. */
const CONDITIONS = words('media supports layer container scope starting-style')

/** A block: of rules, of the declarations of a rule, or of something else. */
type Kind = 'rules' | 'style' | 'other'

/** What a block holds up to its next semicolon or block. */
interface Item {
  start: number
  first: number
  hasParent: boolean
}

/**
 * A style sheet in which a rule within a rule begins with the sign of the outer one, as the parser knows it: `p { em { … } }`
 * becomes `p { & em { … } }`.
 */
export const withNestingSigns = (source: string): string => {
  const signs: [at: number, text: string][] = []
  const blocks: Kind[] = ['rules']
  let item: Item | undefined
  let depth = 0
  tokenize(source, (type, start, end) => {
    if (type === tokenTypes.WhiteSpace || type === tokenTypes.Comment) return
    if (OPENING.has(type)) depth += 1
    else if (CLOSING.has(type)) depth = Math.max(0, depth - 1)
    if (type === tokenTypes.LeftCurlyBracket) {
      const within = blocks.at(-1) ?? 'other'
      blocks.push(kindOf(item, source, within))
      if (item && depth === 0 && within === 'style' && isNested(item, source)) signs.push(...signsOf(item, start))
      item = undefined
      depth = 0
    } else if (type === tokenTypes.RightCurlyBracket) {
      if (blocks.length > 1) blocks.pop()
      item = undefined
      depth = 0
    } else if (type === tokenTypes.Semicolon && depth === 0) item = undefined
    else {
      item ??= { start, first: type, hasParent: false }
      if (source.slice(start, end) === '&') item.hasParent = true
    }
  })
  const parts = signs.flatMap(([at, sign], n) => [source.slice(n === 0 ? 0 : signs[n - 1]?.[0], at), sign])
  return parts.join('') + source.slice(signs.at(-1)?.[0] ?? 0)
}

const OPENING = new Set([tokenTypes.Function, tokenTypes.LeftParenthesis, tokenTypes.LeftSquareBracket])
const CLOSING = new Set([tokenTypes.RightParenthesis, tokenTypes.RightSquareBracket])

const kindOf = (item: Item | undefined, source: string, within: Kind): Kind => {
  if (item?.first !== tokenTypes.AtKeyword) return within === 'other' ? 'other' : 'style'
  const [, name = ''] = /^@([\w-]+)/.exec(source.slice(item.start, item.start + 40)) ?? []
  return CONDITIONS.has(name.toLowerCase()) ? within : 'other'
}

/** Whether it is a rule that the parser would take for a declaration. */
const isNested = ({ start, first }: Item, source: string): boolean =>
  first !== tokenTypes.AtKeyword && source[start] !== '&' && !source.startsWith('--', start)

/** One that names the outer rule elsewhere is one of the elements of both. */
const signsOf = ({ start, hasParent }: Item, end: number): [number, string][] =>
  hasParent
    ? [
        [start, '&:is('],
        [end, ')'],
      ]
    : [[start, '& ']]
