import { asciiDigits } from '#contract/shapes/ascii-digits.ts'

/** Arabic keyboards write two letters with one key. */
const OTHER_SCRIPT = /^(?!\p{Script=Latin})[\p{L}\p{Nd}؟]{1,2}$/u

/**
 * The key of an event as shortcuts know it: for a letter of another script the Latin one that is at its place on most
 * keyboards, as those who write Arabic, Greek or Cyrillic have no other.
 */
export const latinKey = ({ key, code, shiftKey }: Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey'>): string => {
  if (!OTHER_SCRIPT.test(key)) return key
  if (code === 'Slash') return shiftKey ? '?' : '/'
  return /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() ?? asciiDigits(key)
}
