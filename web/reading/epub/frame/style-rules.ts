import type { Sheet } from './sheet.ts'

type StyleRule = Pick<CSSStyleRule, 'selectorText' | 'style'>

/** The rules of style sheets, also those under a condition or within another rule, whose selectors are whole then. */
export function* rulesOf(sheets: Iterable<Pick<Sheet, 'rules'>>, around = ''): Generator<StyleRule> {
  for (const { rules = [] } of sheets)
    for (const rule of rules) {
      let within = around
      if (rule instanceof CSSStyleRule) {
        const { selectorText, style } = rule
        within = around ? selectorText.replaceAll('&', `:is(${around})`) : selectorText
        yield { selectorText: within, style }
      }
      if ('cssRules' in rule && !(rule instanceof CSSKeyframesRule))
        yield* rulesOf([{ rules: (rule as CSSGroupingRule).cssRules }], within)
      else if (around && 'style' in rule) yield { selectorText: around, style: rule.style as CSSStyleDeclaration }
    }
}

const PSEUDO_ELEMENT = /::?(?:before|after|first-line|first-letter|marker)\b/g

type IsSuch = (style: CSSStyleDeclaration) => boolean

/** The elements to which a rule of such a style applies, or would under another condition. */
export const elementsStyled = (sheets: readonly Sheet[], isSuch: IsSuch): Set<Element> =>
  elementsOfRules(sheets, ({ style }) => isSuch(style))

/** Those of which a part does, as their first letter or what stands before them. */
export const elementsWithParts = (sheets: readonly Sheet[], isSuch: IsSuch): Set<Element> =>
  elementsOfRules(sheets, ({ selectorText, style }) => selectorText.search(PSEUDO_ELEMENT) >= 0 && isSuch(style))

const elementsOfRules = (sheets: readonly Sheet[], isWanted: (rule: StyleRule) => boolean): Set<Element> => {
  const found = new Set<Element>()
  for (const rule of rulesOf(sheets)) {
    const selector = isWanted(rule) ? rule.selectorText.replace(PSEUDO_ELEMENT, '') : ''
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
