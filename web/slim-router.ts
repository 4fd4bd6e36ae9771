import type { Plugin } from 'vite'

/** What the router brings along for its framework mode and for instrumentation: 3 KB of each first load that we have no use for. */
const UNUSED = [
  {
    file: /react-router\/dist\/production\/lib\/dom\/ssr\/components\.js$/,
    code: /function usePrefetchBehavior\([\s\S]*?\n\}\n([\s\S]*)function PrefetchPageLinks\([\s\S]*?\n\}\n/,
    // What the first answers where there is no framework.
    instead:
      'function usePrefetchBehavior() { return [false, null, {}] }\n$1function PrefetchPageLinks() { return null }\n',
  },
  {
    file: /react-router\/dist\/production\/lib\/router\/router\.js$/,
    code: /import \{[^}]*\} from "\.\/instrumentation\.js";/,
    instead:
      'const consumeInstrumentationClientResultMetaReceiver = () => undefined, getRouteInstrumentationUpdates = () => ({}), instrumentClientSideRouter = (router) => router;',
  },
]

/** Leaves them out of what the browser loads; a router that has changed there stops the build. */
export const slimRouter = (): Plugin => ({
  name: 'slim-router',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  transform: {
    filter: { id: UNUSED.map(({ file }) => file) },
    handler(source, id) {
      const unused = UNUSED.find(({ file }) => file.test(id))
      if (!unused) return null
      if (!unused.code.test(source)) this.error(`web/slim-router.ts does not fit this react-router: ${id}`)
      return { code: source.replace(unused.code, unused.instead), map: null }
    },
  },
})
