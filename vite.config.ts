import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { frameScripts } from './scripts/frame-script.ts'
import { literalColours } from './scripts/literal-colours.ts'
import { SYNTAX_TARGETS, STYLE_TARGETS } from '#web/engines/engines.ts'

/** Libraries that every page needs: one file, which stays in the browser's cache between releases. */
const BASE = {
  name: 'base',
  test: /node_modules\/(react|react-dom|react-router|scheduler|@tanstack)\/(?!.*\/(useQueries|queriesObserver|useMutation|mutationObserver)\.js)|\/web\/ui\/visually-hidden\./,
}

/** What is needed once something is sent, and for lists of which more is loaded. */
const SENDING = {
  name: 'sending',
  test: /@tanstack\/.*\/(useMutation|mutationObserver)\.js|\/web\/api\/use-action\./,
  includeDependenciesRecursively: false,
}
const MORE = { name: 'more', test: /@tanstack\/.*\/(useQueries|queriesObserver)\.js|\/web\/ui\/use-focus-on-new\./ }

/** What the pages of a book have in common, which would be several files of a few bytes. */
const BOOK = {
  name: 'book',
  test: /\/web\/(?:comments\/(?:comment-item|placed-comment\.module)|ratings\/update-cached-book|books\/caption|books\/book-article\.module)\./,
}

/** Modules that most pages share, in one file; forms, accounts and administration are left out. */
const SHARED = {
  name: 'shared',
  test: /\/(web\/(api\/(?!use-form|use-action|failure|loaded)|books\/(?!book-grid|book-card\.tsx|shelf\.tsx|library-address)|document\/(?!trusted-types)|session\/(?!early-file|departure|kept-|stored-|remove-|use-has-kept|device|new-id|unsent|zoom|is-moderator)|ui\/(?!placeholder\.tsx|use-latest|opened-part|pager|pages-around|use-search-text|[\w-]*(?:field|dialog)|form-errors|progress|stars|copy-text|save-file|format-time)|language\/genre-name|messages\/(components|counts|language|signs|site|premium))|covers\/(?:palettes|contrast)\.|lucide.*(?:star|arrow-left)\.|contract\/((?:calls|values)\/(books|comments|premium|recommendations|site|people)|(?:api\/|shapes\/)?(?!detail-|next-path|place-address|zip-|page-problems)[\w-]+)\.ts)/,
  minShareCount: 5,
}

/** What the pages of lists have in common, in one file, so that the pages of a series, an author and own books divide it no further. */
const LISTS = {
  name: 'lists',
  test: /\/web\/(books\/(book-grid|library-address)|ui\/pager|ui\/pages-around|ui\/use-search-text)/,
}

/** The cards of books, which the pages of one book show below the first screen. Their styles are shared: the server draws them. */
const CARDS = { name: 'cards', test: /\/web\/(books\/(?:book-card|shelf)|ui\/placeholder)\.tsx/ }

/** What the shelves of genres have in common, which would be three files of a few bytes. */
const GENRES = { name: 'genres', test: /\/web\/(books\/spine-style|ui\/move-focus)|lucide.*chevron-down\./ }

/** What the reader shares with lists of marks and the pages of authors, which would be a dozen files of a few bytes. */
const READER = {
  name: 'reading',
  test: /\/(?:web\/(?:marks\/(?:mark-address|page-text|whole-words)|session\/zoom|ui\/use-loaded|language\/durations|messages\/(?:durations|marks)|reading\/position\/save-position)|contract\/(?:(?:calls|values|shapes)\/)?(?:chapters|fold-text|page-reading|text-view))\./,
  includeDependenciesRecursively: false,
}

/** What the pages of members have in common: the books that they read, list and keep. */
const MEMBERS = {
  name: 'members',
  test: /\/(?:web\/(?:shelves\/(?:use-shelved|said-of-change|send-shelves|unsent-shelves)|messages\/(?:kept-books|shelves|placed-comments)|session\/(?:kept-books|kept-files|kept-folder|shelf-key|stored-account|stored-positions|device|new-id))|contract\/(?:(?:calls|values)\/)?(?:reading|shelves))\./,
  includeDependenciesRecursively: false,
}

/** What reports need, with the dialogs that load when they are opened. */
const REPORTS = {
  name: 'reports',
  test: /\/(?:web\/(?:messages\/reports|reports\/report-button|ui\/(?:opened-part|use-latest))|contract\/(?:(?:calls|values)\/)?reports)\./,
  includeDependenciesRecursively: false,
}

/** Those of style sheets are a part of the first load. The server names fonts as the client's build does. */
const ASSET_NAMES = 'assets/[name]-[hash:5][extname]'

export default defineConfig(({ command }) => ({
  appType: 'custom',
  // Files that have a fixed name: icons, the web manifest.
  publicDir: 'web/public',
  plugins: [react(), frameScripts(), literalColours()],
  // Vite's own preload lists are not needed in the first load: the server links the modules of the first page, and
  // web/shell/prefetch-on-intent.ts imports those of the next one.
  build: {
    modulePreload: false,
    reportCompressedSize: false,
    // The legacy build of pdf.js is larger than the default limit.
    chunkSizeWarningLimit: 600,
    // A warning about slow plugins, which a busy machine triggers.
    rolldownOptions: { checks: { pluginTimings: false } },
  },
  builder: {},
  environments: {
    client: {
      build: {
        target: SYNTAX_TARGETS,
        cssTarget: STYLE_TARGETS,
        outDir: 'dist/client',
        manifest: true,
        assetsInlineLimit: 0,
        rolldownOptions: {
          input: {
            browser: 'web/browser.tsx',
            'early-file': 'web/session/early-file.ts',
            polyfills: 'web/engines/polyfills.ts',
            'service-worker': 'web/install/service-worker.ts',
          },
          output: {
            chunkFileNames: 'assets/[name]-[hash:7].js',
            assetFileNames: ASSET_NAMES,
            codeSplitting: {
              groups: [BASE, SENDING, MORE, SHARED, CARDS, LISTS, GENRES, BOOK, READER, MEMBERS, REPORTS],
            },
            comments: { legal: false },
            entryFileNames: ({ name }) => (name === 'service-worker' ? '[name].js' : 'assets/[name]-[hash].js'),
          },
        },
      },
    },
    ssr: {
      // Bundled in one file, so that React is the production build whatever NODE_ENV the server has.
      resolve: command === 'build' ? { noExternal: true } : {},
      define: command === 'build' ? { 'process.env.NODE_ENV': '"production"' } : {},
      build: {
        target: 'es2023',
        // Each language has a bundle of its own in the server's memory.
        minify: true,
        outDir: 'dist/server',
        emitAssets: false,
        copyPublicDir: false,
        rolldownOptions: {
          input: 'web/render.tsx',
          output: { codeSplitting: false, entryFileNames: 'render.js', assetFileNames: ASSET_NAMES },
        },
      },
    },
  },
}))
