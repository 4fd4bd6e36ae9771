import type { Sheet } from './sheet.ts'

/** The rules of style sheets, also those under a condition. */
export function* rulesOf(sheets: Iterable<Pick<Sheet, 'rules'>>): Generator<CSSStyleRule> {
  for (const { rules = [] } of sheets)
    for (const rule of rules) {
      if (rule instanceof CSSStyleRule) yield rule
      else if ('cssRules' in rule && !(rule instanceof CSSKeyframesRule))
        yield* rulesOf([{ rules: (rule as CSSGroupingRule).cssRules }])
    }
}

const PSEUDO_ELEMENT = /::?(?:before|after|first-line|first-letter)\b/g

/** The elements to which a rule of such a style applies, or would under another condition. */
export const elementsStyled = (
  sheets: readonly Sheet[],
  isSuch: (style: CSSStyleDeclaration) => boolean,
): Set<Element> => {
  const found = new Set<Element>()
  for (const { selectorText, style } of rulesOf(sheets)) {
    const selector = isSuch(style) ? selectorText.replace(PSEUDO_ELEMENT, '') : ''
    if (selector === '') continue
    for (const element of matching(selector)) found.add(element)
  }
  return found
}

/** None for a selector that means something with its pseudo-element alone. */
const matching = (selector: string): Iterable<Element> => {
  try {
    return document.querySelectorAll(selector)
  } catch {
    return []
  }
}
