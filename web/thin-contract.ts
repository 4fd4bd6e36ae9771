import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'
import type { Endpoint } from '#contract/endpoint.ts'

const CONTRACT = join(import.meta.dirname, '../contract/')
const IMPORTS_ZOD = /^import (?!type).* from 'zod/m

/** Gives the browser the contract without its schemas: what a call needs to be made, and plain constants, each a module. */
export const thinContract = (): Plugin => ({
  name: 'thin-contract',
  enforce: 'pre',
  load: {
    filter: { id: /\/contract\/[\w-]+\.ts(?:\?only=\w+)?$/ },
    async handler(id) {
      const [file = '', only] = id.split('?only=')
      if (!file.startsWith(CONTRACT) || !IMPORTS_ZOD.test(await readFile(file, 'utf8'))) return null
      const module = (await import(pathToFileURL(file).href)) as Record<string, unknown>
      if (only) return `export const ${only} = ${JSON.stringify(kept(module[only]))}`
      return Object.entries(module)
        .filter(([, value]) => kept(value) !== undefined)
        .map(([name]) => `export { ${name} } from ${JSON.stringify(`${file}?only=${name}`)}`)
        .join('\n')
    },
  },
})

const kept = (value: unknown) => (isEndpoint(value) ? callOf(value) : isPlain(value) ? value : undefined)

const callOf = ({ method, path, access, failureMessage, fileType }: Endpoint) => ({
  method,
  path,
  access,
  failureMessage,
  fileType,
})

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'access' in value && 'path' in value

const isPlain = (value: unknown): boolean =>
  Array.isArray(value) || isRecord(value)
    ? Object.values(value).every(isPlain)
    : typeof value === 'string' || typeof value === 'number'

const isRecord = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
