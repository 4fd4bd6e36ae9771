import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const ENTRY = /^ {2}(\w+): problem\([\s\S]*?\),\n(?=(?: {2}\w+: |\} as const))/gm
const NAMED = /new Problem\('(\w+)'|PROBLEMS\.(\w+)/g

/** Of all failures the browser gets the words of those alone that it names itself: the others come with the server's answer. */
export const thinProblems = (): Plugin => ({
  name: 'thin-problems',
  apply: 'build',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'client',
  transform: {
    filter: { id: /\/contract\/problems\.ts$/ },
    handler: (source) => ({ code: without(source, namedInPages()), map: null }),
  },
})

/** The list of problems without those that aren't named. */
export const without = (source: string, named: Set<string>) =>
  source.replace(ENTRY, (entry, name: string) => (named.has(name) ? entry : ''))

const SOURCE = /\.tsx?$/

/** All read at once: between the other parts of a build each of so many files would have to wait its turn. */
const namedInPages = () => {
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter((file) =>
    SOURCE.test(file),
  )
  const sources = files.map((file) => readFileSync(join(import.meta.dirname, file), 'utf8'))
  return new Set(
    sources.flatMap((source) => [...source.matchAll(NAMED)].map(([, thrown, shown]) => thrown ?? shown ?? '')),
  )
}
