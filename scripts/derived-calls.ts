import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Endpoint } from '#contract/api/endpoint.ts'

const CONTRACT = join(import.meta.dirname, '../contract')

/** The files of contract/calls by their names: for each module of the contract its calls without schemas. */
export const derivedCalls = async (): Promise<Map<string, string>> => {
  const names = (await readdir(CONTRACT)).filter((name) => name.endsWith('.ts')).toSorted()
  const files = await Promise.all(
    names.map(async (name) => {
      const module = (await import(pathToFileURL(join(CONTRACT, name)).href)) as Record<string, unknown>
      const endpoints = Object.entries(module).filter((entry): entry is [string, Endpoint] => isEndpoint(entry[1]))
      return [name, textOf(name, endpoints)] as const
    }),
  )
  return new Map(files.filter(([, text]) => text !== ''))
}

const isEndpoint = (value: unknown) =>
  typeof value === 'object' && value !== null && 'access' in value && 'path' in value

const textOf = (name: string, endpoints: [string, Endpoint][]) => {
  if (endpoints.length === 0) return ''
  const sorted = endpoints.toSorted(([a], [b]) => (a < b ? -1 : 1))
  return `// Derived from contract/${name} by scripts/derive-calls.ts: run it after each change of a call.
import { call } from '#contract/api/endpoint.ts'
import type * as endpoints from '#contract/${name}'

${sorted.map(([constant, endpoint]) => lineOf(constant, endpoint)).join('\n')}
`
}

const lineOf = (constant: string, { method, path, access, failureMessage, fileType }: Endpoint) => {
  const values = [method, path, access, failureMessage, fileType]
  const last = values.findLastIndex((value) => value !== undefined)
  const list = values.slice(0, last + 1).map((value) => (value === undefined ? 'undefined' : JSON.stringify(value)))
  return `export const ${constant} = call<typeof endpoints.${constant}>(${list.join(', ')})`
}
