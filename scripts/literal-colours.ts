import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const TOKENS = join(import.meta.dirname, '../web/ui/tokens.css')
const MIX = /color-mix\((?:[^()]|\([^()]*\))*\)/g
const TOKEN = /var\((--cloth-[a-z]+)\)/g

/**
 * Writes the colours of covers, which are the same everywhere, into `color-mix()`, so that the build computes the result:
 * Chromium 106 and Safari 15.6 have no `color-mix()`.
 */
export const literalColours = (): Plugin => {
  const tokens = readFileSync(TOKENS, 'utf8')
  const valueOf = (name: string) => new RegExp(`^  ${name}: (#[0-9a-f]+);`, 'm').exec(tokens)?.[1] ?? `var(${name})`
  return {
    name: 'literal-colours',
    enforce: 'pre',
    transform: {
      filter: { id: /\.css$/ },
      handler: (code) => code.replaceAll(MIX, (mix) => mix.replaceAll(TOKEN, (_, name: string) => valueOf(name))),
    },
  }
}
