import { expect, test } from 'vitest'
import { readerAssets } from './reader-assets.ts'

const MANIFEST = {
  'web/browser.tsx': {
    file: 'assets/browser.js',
    imports: ['_base.js'],
    dynamicImports: ['web/home/home-page.tsx', 'web/reading/read-page.tsx'],
    css: ['assets/browser.css'],
  },
  '_base.js': { file: 'assets/base.js' },
  'web/home/home-page.tsx': { file: 'assets/home.js', imports: ['_base.js'] },
  'web/reading/read-page.tsx': {
    file: 'assets/read.js',
    imports: ['_base.js', '_marks.js'],
    dynamicImports: ['node_modules/idb/index.js'],
    css: ['assets/read.css'],
    assets: ['assets/legacy-worker.js', 'assets/comment.svg'],
  },
  '_marks.js': { file: 'assets/marks.js' },
  'node_modules/idb/index.js': { file: 'assets/idb.js' },
  'node_modules/pdfjs-dist/build/pdf.worker.min.mjs': { file: 'assets/worker.mjs' },
}

test('the files of the reader are its scripts, their imports, styles and libraries, each once', () => {
  expect(readerAssets(MANIFEST).toSorted()).toEqual(
    [
      'base.js',
      'browser.css',
      'browser.js',
      'idb.js',
      'legacy-worker.js',
      'marks.js',
      'read.css',
      'read.js',
      'worker.mjs',
    ].map((name) => `/assets/${name}`),
  )
})
