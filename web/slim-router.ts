import type { Plugin } from 'vite'

const ROUTER = /react-router\/dist\/production\/lib\/router\/router\.js$/

/** A function of `createRouter`, which nothing of ours comes to, without its body. */
const emptied = (name: string) => ({
  file: ROUTER,
  code: new RegExp(`\\n\\tasync function ${name}\\([\\s\\S]*?\\n\\t\\}\\n`),
  instead: `\n\tasync function ${name}() {}\n`,
})

/**
 * What the router brings along for its framework mode, for instrumentation, and for actions, fetchers and routes that
 * are told of later, which web/routes.ts has none of, and the query client for endless lists, which web/api/query.ts has
 * none of: 5.5 KB of each first load that we have no use for.
 */
const UNUSED = [
  {
    file: /react-router\/dist\/production\/lib\/dom\/ssr\/components\.js$/,
    code: /function usePrefetchBehavior\([\s\S]*?\n\}\n([\s\S]*)function PrefetchPageLinks\([\s\S]*?\n\}\n/,
    // What the first answers where there is no framework.
    instead:
      'function usePrefetchBehavior() { return [false, null, {}] }\n$1function PrefetchPageLinks() { return null }\n',
  },
  {
    file: ROUTER,
    code: /import \{[^}]*\} from "\.\/instrumentation\.js";/,
    instead:
      'const consumeInstrumentationClientResultMetaReceiver = () => undefined, getRouteInstrumentationUpdates = () => ({}), instrumentClientSideRouter = (router) => router;',
  },
  {
    file: /@tanstack\/query-core\/build\/modern\/query\.js$/,
    code: /import \{ infiniteQueryBehavior \} from "\.\/infiniteQueryBehavior\.js";/,
    instead: 'const infiniteQueryBehavior = () => undefined;',
  },
  ...['handleAction', 'fetch', 'handleFetcherAction', 'handleFetcherLoader', 'discoverRoutes'].map(emptied),
]

/** Leaves them out of what the browser loads; a part that has changed there stops the build. */
export const slimRouter = (): Plugin => ({
  name: 'slim-router',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  transform: {
    filter: { id: UNUSED.map(({ file }) => file) },
    handler(source, id) {
      const code = UNUSED.filter(({ file }) => file.test(id)).reduce((left, unused) => {
        if (!unused.code.test(left)) this.error(`web/slim-router.ts does not fit what is installed: ${id}`)
        return left.replace(unused.code, unused.instead)
      }, source)
      return { code, map: null }
    },
  },
})
