import { hasContent, type Part } from './parts.ts'

/** A number, a letter or a mark alone. */
const LABEL = /^[[(]?(?:\p{N}{1,5}[a-z]?|\p{L}|[^\p{L}\p{N}\s]{1,3})[\])]?[.:)]?$/u
const BARE = /[\s[\](){}.:]/g
/** What is left of a label of which the number led back, but no points of omission. */
const REST = /^\s*(?:\[\s*\]|\(\s*\)|[.:)\]])[.:]?(?=\s)(?!\s*\.)\s*/
const APART: Part = { k: 'space', em: 0.3 }

export const isLabel = (words: string): boolean => LABEL.test(words.trim())

/**
 * The words of a note without the number or mark that it begins with, if that is only its label: that of what refers to it, `sign`.
 * A number without a point may be the first word of a sentence, unless it is sure that it is a label. Another number stays, apart
 * from that of the page.
 */
export const withoutLabel = (words: Part[], sign: string, isSure: boolean): Part[] => {
  const text = beginOf(words).text
  const label = REST.exec(text)?.[0] ?? labelIn(text, sign.replace(BARE, ''), isSure || isRaised(words[0], sign))
  const left = cut(words, label.length)
  const kept = left.some(hasContent) ? left : words
  return /^\s*\p{N}/u.test(beginOf(kept).text) ? [APART, ...kept] : kept
}

const isRaised = (first: Part | undefined, sign: string): boolean =>
  typeof first === 'object' && first.k === 'sup' && beginOf([first]).text.trim() === sign.trim()

const labelIn = (text: string, sign: string, isSure: boolean): string => {
  const [before = ''] = /^\s*[[(]?/.exec(text) ?? []
  const after = text.slice(before.length + sign.length)
  // Two stars are another mark than one.
  if (!isLabel(sign) || !text.startsWith(sign, before.length) || after.startsWith(sign)) return ''
  const isApart = isSure || !/[\p{L}\p{Nd}]/u.test(sign)
  const end = (/[[(]/.test(before) ? /^[\])][.:]?\s*/ : isApart ? /^[.:)]?\s*/ : /^[.:)](?=\s)\s*/).exec(after)
  return end ? before + sign + end[0] : ''
}

/** The letters that parts begin with, as far as they are only letters. */
const beginOf = (parts: Part[]): { text: string; isWhole: boolean } => {
  let text = ''
  for (const part of parts) {
    if (typeof part === 'string') text += part
    else if (isMarked(part)) {
      const inside = beginOf(part.c)
      text += inside.text
      if (!inside.isWhole) return { text, isWhole: false }
    } else return { text, isWhole: false }
  }
  return { text, isWhole: true }
}

/** Without so many of their first letters. */
const cut = (parts: Part[], count: number): Part[] => {
  let left = count
  const visit = (list: Part[]): Part[] =>
    list.flatMap((part): Part[] => {
      if (left === 0) return [part]
      if (typeof part === 'string') {
        const rest = part.slice(left)
        left -= part.length - rest.length
        return rest === '' ? [] : [rest]
      }
      if (!isMarked(part)) return [part]
      const c = visit(part.c)
      return c.length === 0 ? [] : [{ ...part, c }]
    })
  return visit(parts)
}

const MARKED = ['em', 'strong', 'sup', 'sub', 'caps', 'small', 'line', 'strike', 'spaced', 'in'] as const
type Marked = Extract<Part, { k: (typeof MARKED)[number] }>
const isMarked = (part: Part): part is Marked => typeof part === 'object' && MARKED.some((kind) => kind === part.k)
