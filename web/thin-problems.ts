import { glob, readFile } from 'node:fs/promises'
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
    handler: async (source) => ({ code: without(source, await namedInPages()), map: null }),
  },
})

/** The list of problems without those that aren't named. */
export const without = (source: string, named: Set<string>) =>
  source.replace(ENTRY, (entry, name: string) => (named.has(name) ? entry : ''))

const namedInPages = async () => {
  const files = await Array.fromAsync(glob('**/*.{ts,tsx}', { cwd: import.meta.dirname }))
  const sources = await Promise.all(files.map((file) => readFile(`${import.meta.dirname}/${file}`, 'utf8')))
  return new Set(
    sources.flatMap((source) => [...source.matchAll(NAMED)].map(([, thrown, shown]) => thrown ?? shown ?? '')),
  )
}
