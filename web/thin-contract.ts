import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'
import type { Endpoint } from '#contract/endpoint.ts'

const CONTRACT = join(import.meta.dirname, '../contract/')
const IMPORTS_ZOD = /^import (?!type).* from 'zod/m

/** Gives the browser the contract without its schemas: what a call needs to be made, and plain constants. */
export const thinContract = (): Plugin => ({
  name: 'thin-contract',
  enforce: 'pre',
  load: {
    filter: { id: /\/contract\/[\w-]+\.ts$/ },
    async handler(id) {
      if (!id.startsWith(CONTRACT) || !IMPORTS_ZOD.test(await readFile(id, 'utf8'))) return null
      const module = (await import(pathToFileURL(id).href)) as Record<string, unknown>
      return Object.entries(module).map(thinned).filter(Boolean).join('\n')
    },
  },
})

const thinned = ([name, value]: [string, unknown]) => {
  const kept = isEndpoint(value) ? callOf(value) : isPlain(value) ? value : undefined
  return kept === undefined ? '' : `export const ${name} = ${JSON.stringify(kept)}`
}

const callOf = ({ method, path, access, failed, fileType }: Endpoint) => ({ method, path, access, failed, fileType })

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'access' in value && 'path' in value

const isPlain = (value: unknown): boolean =>
  Array.isArray(value) || isRecord(value)
    ? Object.values(value).every(isPlain)
    : typeof value === 'string' || typeof value === 'number'

const isRecord = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
