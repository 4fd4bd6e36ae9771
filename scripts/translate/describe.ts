/** What translators need to know of each text, from the comments in web/messages and from what uses it. */
import { glob, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { parseSync } from 'vite'
import type { Message } from './english.ts'

const ROOT = join(import.meta.dirname, '../..')
const USERS_MAX = 2
/** How a comment at a text says that there is a limit. */
const LIMIT = /\bAt most (\d+) characters\b/

export interface Described extends Message {
  description: string
  maxLength?: number
}

interface Node {
  type: string
  start: number
  [name: string]: unknown
}

/** The messages of web/messages with their descriptions. */
export const describeMessages = async (messages: readonly Message[]): Promise<Described[]> => {
  const [comments, users] = await Promise.all([readComments(), readUsers()])
  return messages.map((message) => {
    const said = commentsOn(message.key, comments)
    const [module = '', constant = '', first = ''] = message.key.split('.')
    const place = usersOf(users.get(`${module}.${constant}`) ?? [], `${constant}.${first}`)
    const limit = LIMIT.exec(said.at(-1) ?? '')?.[1]
    const description = [...said, `In ${place.length > 0 ? place.join(', ') : `messages/${module}`}.`].join(' ')
    return { ...message, description, ...(limit && { maxLength: Number(limit) }) }
  })
}

/** The comments on a text and on what it is a part of, the outermost first. */
const commentsOn = (key: string, comments: ReadonlyMap<string, string>) => {
  const steps = key.split('.')
  return steps.flatMap((_, index) => comments.get(steps.slice(0, index + 1).join('.')) ?? [])
}

const readComments = async (): Promise<Map<string, string>> => {
  const found = new Map<string, string>()
  for await (const path of glob('web/messages/*.ts', { cwd: ROOT })) {
    if (path.endsWith('.test.ts')) continue
    const source = await readFile(join(ROOT, path), 'utf8')
    const { program, comments } = parseSync(path, source)
    const before = (start: number) => {
      const comment = comments.findLast(({ end }) => end <= start)
      if (!comment?.value.startsWith('*') || source.slice(comment.end, start).trim() !== '') return undefined
      return comment.value
        .replaceAll(/^\*|\s*\n\s*\*/g, ' ')
        .replaceAll(/\s+/g, ' ')
        .trim()
    }
    const visit = (node: Node, key: string, start: number) => {
      const comment = before(start)
      if (comment) found.set(key, comment)
      visitParts(inner(node), key)
    }
    const visitParts = (node: Node, key: string) => {
      if (node.type === 'ArrayExpression')
        (node['elements'] as Node[]).forEach((item, index) => visit(item, `${key}.${index}`, item.start))
      if (node.type !== 'ObjectExpression') return
      for (const property of node['properties'] as Node[]) {
        const name = property['key'] as { name?: string; value?: unknown } | undefined
        if (name) visit(property['value'] as Node, `${key}.${name.name ?? String(name.value)}`, property.start)
      }
    }
    for (const statement of program.body as unknown as Node[]) {
      const declared = (statement['declaration'] as { declarations?: Node[] } | null)?.declarations ?? []
      for (const { id, init } of declared as unknown as { id: { name: string }; init: Node }[])
        visit(init, `${basename(path, '.ts')}.${id.name}`, statement.start)
    }
  }
  return found
}

/** What a value is made of, without types, parentheses and arguments. */
const inner = (node: Node): Node => {
  const within = node['expression'] ?? node['body']
  return /^(?:TSAsExpression|TSSatisfiesExpression|ParenthesizedExpression|ArrowFunctionExpression)$/.test(node.type) &&
    typeof within === 'object'
    ? inner(within as Node)
    : node
}

interface User {
  /** Such as `books/library-page`. */
  name: string
  source: string
}

const IMPORT = /import\s*\{([^}]*)\}\s*from '#web\/messages\/([\w-]+)\.ts'/g

/** The modules of the pages that import each constant. */
const readUsers = async () => {
  const users = new Map<string, User[]>()
  for await (const path of glob('web/**/*.{ts,tsx}', { cwd: ROOT })) {
    if (path.includes('.test.') || path.startsWith('web/messages/')) continue
    const source = await readFile(join(ROOT, path), 'utf8')
    const name = path.slice('web/'.length).replace(/\.tsx?$/, '')
    for (const [, names = '', module = ''] of source.matchAll(IMPORT))
      for (const constant of names.split(',').map((one) => one.trim())) {
        const key = `${module}.${constant}`
        users.set(key, [...(users.get(key) ?? []), { name, source }])
      }
  }
  return users
}

/** Those that name the text, or else all that have it. */
const usersOf = (users: readonly User[], access: string) => {
  const naming = users.filter(({ source }) => new RegExp(`\\b${access.replaceAll('$', '')}\\b`).test(source))
  return (naming.length > 0 ? naming : users)
    .map(({ name }) => name)
    .toSorted()
    .slice(0, USERS_MAX)
}
