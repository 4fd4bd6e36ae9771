import { decimal, grouped } from '#web/messages/counts.ts'
import { LANGUAGE } from '#web/messages/language.ts'

export { isolated } from './isolated.ts'

/** What translated messages are made of: the forms of ICU MessageFormat. */

type Forms = Record<string, () => string>

let rules: Intl.PluralRules | undefined

/** The form of that number: `=0`, or its plural category (CLDR), or `other`. */
export const plural = (value: unknown, forms: Forms): string => {
  rules ??= new Intl.PluralRules(LANGUAGE.tag)
  const count = Number(value)
  return (forms[`=${count}`] ?? forms[rules.select(count)] ?? forms['other'])?.() ?? ''
}

/** The form of that value: `none` for one that is missing or empty, its name, or `other`. */
export const select = (value: unknown, forms: Forms): string => {
  const name = value === null || value === undefined || value === '' ? 'none' : String(value)
  return (Object.hasOwn(forms, name) ? forms[name] : forms['other'])?.() ?? ''
}

/** A number as the language writes it, with that many decimals. */
export const number = (value: unknown, digits = 0): string =>
  digits > 0 ? decimal(Number(value), digits) : grouped(Number(value))
