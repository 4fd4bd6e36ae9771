// The legacy build needs it, and does not bring it. A worker has nothing of what web/engines/polyfills.ts adds to the page.
import 'core-js/modules/es.promise.with-resolvers.js'
import 'pdfjs-dist/legacy/build/pdf.worker.min.mjs'
