/**
 * The sentences that the server answers with: of problems, of what is wrong with a field, of what was found in a file.
 * The API and what is stored have them in English; pages in another language replace them, whole or by their pattern.
 */
import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseSync } from 'vite'
import type { Described } from './describe.ts'

const ROOT = join(import.meta.dirname, '../..')
export const SENTENCES = 'sentences'

const FILES = [
  'contract/{,api/,shapes/,values/}*.ts',
  'server/{accounts,admin,books,comments,importing,device-mail,marks,moderation,premium,publishing,ratings,reading,reports,shelves,site,webhooks}/**/*.ts',
  'server/notices/notice-settings.ts',
  'server/weekly/choose-weekly-mail.ts',
  'server/app-package/{change-app,own-file}.ts',
  'server/formats/**/*.ts',
  'server/platform/{http,images,outgoing,sandbox}/**/*.ts',
]
/** Mails, pages for programs, and what only operators see. */
const NOT_SHOWN =
  /\.test\.ts$|testing|(?<!choose-weekly)-mails?\.ts$|mail-|feeds?\.ts$|atom|openapi|metrics|web-manifest|-jobs?\.ts$|languages\.ts$/
/** Constants and properties of words that are put into a sentence, and are none themselves. */
const PHRASES = /(?:_PHRASES|Phrase)$/
const DOCUMENTATION = new Set(['summary', 'description', 'about', 'subject'])

interface Node {
  type: string
  [name: string]: unknown
}

/** All of them, each once, with `{0}` for what is put into it. */
export const readSentences = async (): Promise<Described[]> => {
  const found = new Map<string, string>()
  const names = await Array.fromAsync(glob(FILES, { cwd: ROOT }))
  for (const name of names.filter((one) => !NOT_SHOWN.test(one)).toSorted()) {
    const { program } = parseSync(name, await readFile(join(ROOT, name), 'utf8'))
    collect(program as unknown as Node, (text) => found.set(text, found.get(text) ?? name))
  }
  return [...found].map(([text, name]) => ({
    key: `${SENTENCES}.${text}`,
    text,
    arguments: slotsIn(text),
    description: `A sentence, or a part of one, of the server: ${name.replace(/\.ts$/, '')}.`,
  }))
}

const slotsIn = (text: string) => [...text.matchAll(/\{(\d)\}/g)].map(([, name = ''], from) => ({ name, from }))

const collect = (node: Node, found: (text: string) => void, isInPhrases = false) => {
  if (isDocumentation(node) || isForOperators(node)) return
  const text = textOf(node)
  if (text !== undefined && (isSentence(text) || isInPhrases)) found(text)
  // Its parts are no sentences.
  if (text !== undefined && node.type === 'BinaryExpression') return
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? value : [value])
      if (typeof child === 'object' && child !== null && 'type' in child)
        collect(child as Node, found, (isInPhrases && node.type !== 'TemplateLiteral') || isOfPhrases(node))
}

const isOfPhrases = (node: Node) => {
  if (node.type !== 'VariableDeclarator' && node.type !== 'Property') return false
  const { name = '' } = (node['id'] ?? node['key']) as { name?: string }
  return PHRASES.test(name)
}

const textOf = (node: Node): string | undefined => {
  if (node.type === 'Literal' && typeof node['value'] === 'string') return node['value'].replaceAll(/[{}]/g, '')
  if (node.type === 'BinaryExpression' && node['operator'] === '+') {
    const parts = [node['left'], node['right']].map((part) => textOf(part as Node))
    return parts.every((part) => part !== undefined && !part.includes('{')) ? parts.join('') : undefined
  }
  if (node.type !== 'TemplateLiteral') return undefined
  const quasis = node['quasis'] as { value: { cooked: string } }[]
  return quasis.map(({ value }, index) => (index === 0 ? '' : `{${index - 1}}`) + value.cooked).join('')
}

const isSentence = (text: string) =>
  /^(?:[A-Z“]|\{0\} )/.test(text) && /[a-z]{2,}[ ’'”,]+\S*[a-z]/.test(text) && !/[\n\\<>=]/.test(text) && !isCode(text)

/** Conditions of SQL, and lists of entities. */
const isCode = (text: string) => /^\{0\} (?:not )?in [({]/.test(text) || /\bEcirc\b|:152 /.test(text)

const isDocumentation = (node: Node) => {
  const key = node.type === 'Property' ? (node['key'] as { name?: string }).name : undefined
  return key !== undefined && DOCUMENTATION.has(key)
}

/** Errors that are thrown for the log, and the log's lines. */
const isForOperators = (node: Node) => {
  const callee = node['callee'] as
    | { name?: string; object?: { name?: string; property?: { name?: string } } }
    | undefined
  if (node.type === 'NewExpression') return callee?.name === 'Error' || callee?.name === 'TypeError'
  const owner = callee?.object
  return (
    node.type === 'CallExpression' &&
    [owner?.name, owner?.property?.name].some((name) => name === 'log' || name === 'console')
  )
}
