import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { slimRouter } from './web/slim-router.ts'
import { thinContract } from './web/thin-contract.ts'
import { thinProblems } from './web/thin-problems.ts'

/** What every page needs and no release of ours changes: one file, which browsers keep. */
const BASE = { name: 'base', test: /node_modules\/(react|react-dom|react-router|scheduler|@tanstack)\// }

/** What most pages have in common: fewer files, and smaller ones; nothing of forms, accounts or administration. */
const SHARED = {
  name: 'shared',
  test: /\/(web\/(api|books|document|session|ui\/(?!dialog|[\w-]*field|form-errors|progress|stars)|words\/(books|figures|site|premium))|covers|lucide|contract\/(?!accounts|admin|leaving|publishing|reading))/,
  minShareCount: 7,
}

export default defineConfig(({ command }) => ({
  appType: 'custom',
  // Files that have a fixed name: icons, the web manifest.
  publicDir: 'web/public',
  plugins: [react(), thinContract(), slimRouter(), thinProblems()],
  // The server links a first page's modules, and web/shell/prefetch-on-intent.ts reads the next one's: a list of them for each
  // route would be 1.2 KB of every first load.
  build: {
    target: 'es2023',
    modulePreload: false,
    reportCompressedSize: false,
    // Says on a busy machine that plugins take time.
    rolldownOptions: { checks: { pluginTimings: false } },
  },
  builder: {},
  environments: {
    client: {
      build: {
        outDir: 'dist/client',
        manifest: true,
        assetsInlineLimit: 0,
        rolldownOptions: {
          input: { browser: 'web/browser.tsx', 'service-worker': 'web/install/service-worker.ts' },
          output: {
            codeSplitting: { groups: [BASE, SHARED] },
            comments: { legal: false },
            entryFileNames: ({ name }) => (name === 'service-worker' ? '[name].js' : 'assets/[name]-[hash].js'),
          },
        },
      },
    },
    ssr: {
      // One file with React in its production form, whatever NODE_ENV the server runs with.
      resolve: command === 'build' ? { noExternal: true } : {},
      build: {
        outDir: 'dist/server',
        emitAssets: false,
        copyPublicDir: false,
        rolldownOptions: { input: 'web/render.tsx', output: { codeSplitting: false, entryFileNames: 'render.js' } },
      },
    },
  },
}))
