import { noteAutomatic, type Scan } from './content-scan.ts'
import { isAddress, isUnsafeAddress, isUnsafeFile } from './link-targets.ts'
import { PdfRejectedError } from '#server/formats/pdf/pdf-error.ts'
import type { PdfStream } from './pdf-streams.ts'
import { follows, type PdfTokenizer, valuesOf } from './pdf-tokenizer.ts'

/** A dictionary or array that is being read: its tokens, the key of which it is the value, and the keys around it. */
export interface Container {
  parts: string[]
  key: string
  isAutomatic: boolean
  isPrinterHint: boolean
}

/** Keys of actions that run without a click. */
export const AUTOMATIC_KEYS = ['/OpenAction', '/AA']

/** The actions that are never accepted, each with the keys without which it does nothing. */
const ACTIONS = new Map([
  ['/JavaScript', ['/JS']],
  ['/Launch', ['/F', '/Win', '/Mac', '/Unix']],
  ['/SubmitForm', ['/F']],
  ['/ImportData', ['/F']],
  ['/RichMediaExecute', ['/TA', '/CMD']],
])
const ACTION_KEYS = [...ACTIONS.values()].flat()

/** A dictionary without one of these is harmless. */
const CHECKED_KEYS = new Set([
  '/S',
  '/JS',
  '/Subtype',
  '/XFA',
  '/OnInstantiate',
  '/OpenAction',
  '/AA',
  '/F',
  '/UF',
  '/DOS',
  '/Mac',
  '/Unix',
  '/URI',
  '/Base',
  '/FS',
])

/**
 * Compares neighbouring tokens and not key-value pairs: viewers differ in how they pair a broken dictionary and in which
 * of two equal keys they use. A name alone is harmless: a font, a destination or a tag may be called /Launch.
 */
export const checkDictionary = (dictionary: Container, scan: Scan): void => {
  const { parts } = dictionary
  if (!dictionary.isAutomatic && !parts.some((part) => CHECKED_KEYS.has(part))) return
  const isActive = isAction(parts) || isMedium(parts) || hasXfa(parts)
  const leaves = dictionary.isAutomatic && leavesFile(parts)
  if (isActive || leaves || hasUnsafeTarget(dictionary)) throw new PdfRejectedError('active')
  const isTyped = ACTION_KEYS.some((key) => parts.includes(key)) && valuesOf(parts, '/S').some(isNumber)
  if (isTyped || valuesOf(parts, '/Subtype').some(isNumber)) scan.hasIndirectType = true
  for (const key of ['/F', '/UF', '/URI']) scan.targets.push(...referencesOf(parts, key))
  for (const key of AUTOMATIC_KEYS) noteAutomatic(referencesOf(parts, key), scan)
  if (dictionary.isAutomatic)
    noteAutomatic(parts.includes('/S') ? referencesOf(parts, '/Next') : referencesIn(parts), scan)
}

/** A name or string that is an object by itself serves the dictionary that refers to it. */
export const noteBareValue = (token: string, tokens: PdfTokenizer, scan: Scan, number: string | undefined) => {
  if (ACTIONS.has(token) || token === '/RichMedia') scan.hasBareActionName = true
  if (token === '(' && scan.readsStrings && number !== undefined && isUnsafeFile(tokens.lastString()))
    scan.unsafeStrings.add(number)
}

const isAction = (parts: string[]): boolean =>
  (parts.includes('/S') &&
    valuesOf(parts, '/S').some((type) => ACTIONS.get(type)?.some((key) => parts.includes(key)))) ||
  (parts.includes('/JS') && (follows(parts, '/JS', '(') || follows(parts, '/S', '/Rendition')))

/** Rich media, and a three-dimensional scene with a script. */
const isMedium = (parts: string[]): boolean =>
  follows(parts, '/Subtype', '/RichMedia') || valuesOf(parts, '/OnInstantiate').some(isNumber)

/** Viewers differ in which of several /XFA they use. */
const hasXfa = (parts: string[]): boolean =>
  valuesOf(parts, '/XFA').some((value) => value === ']' || value === '>>' || isNumber(value))

/** An action that opens an address or another file. */
const leavesFile = (parts: string[]): boolean =>
  follows(parts, '/S', '/URI') ||
  follows(parts, '/S', '/GoToR') ||
  (parts.includes('/F') && valuesOf(parts, '/S').some((type) => ['/GoToE', '/Thread'].includes(type) || isNumber(type)))

/**
 * A link or a file specification that leads to the disk or to the network. Excepted are the names of attachments, and
 * of the images that a printer is to insert.
 */
const hasUnsafeTarget = ({ parts, key, isPrinterHint }: Container): boolean => {
  if (parts.includes('/EF') || isPrinterHint) return false
  const isLink = parts.includes('/S') && !follows(parts, '/S', '/MCD')
  const names = ['/F', '/UF', '/DOS', '/Mac', '/Unix', ...(follows(parts, '/S', '/MCD') ? ['/D'] : [])].flatMap(
    (name) => stringsOf(parts, name),
  )
  const isRemote = names.some(isAddress) || follows(parts, '/FS', '/URL')
  return (
    names.some(isUnsafeFile) ||
    [...stringsOf(parts, '/URI'), ...stringsOf(parts, '/Base')].some(isUnsafeAddress) ||
    (isRemote && !isLink && key !== '/F')
  )
}

/** A stream whose data, or a form whose content, is in another file. */
export const assertNotExternal = ({ dictionary }: PdfStream): void => {
  const isElsewhere = ['/F', '/Ref'].some((key) =>
    valuesOf(dictionary, key).some((value) => value.startsWith('(') || value === '>>' || isNumber(value)),
  )
  if (isElsewhere) throw new PdfRejectedError('active')
}

const isNumber = (token: string) => /^\d+$/.test(token)

const stringsOf = (parts: string[], key: string): string[] =>
  valuesOf(parts, key)
    .filter((value) => value.startsWith('('))
    .map((value) => value.slice(1))

/** The numbers of the objects that are referred to as values of a key. */
const referencesOf = (parts: string[], key: string): string[] => {
  const numbers: string[] = []
  for (let at = parts.indexOf(key); at !== -1; at = parts.indexOf(key, at + 1)) {
    const number = parts[at + 1] ?? ''
    if (parts[at + 3] === 'R' && isNumber(number)) numbers.push(number)
  }
  return numbers
}

export const referencesIn = (parts: string[]): string[] =>
  parts.flatMap((part, at) => (part === 'R' ? [parts[at - 2] ?? ''] : [])).filter(isNumber)
